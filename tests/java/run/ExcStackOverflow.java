// StackOverflowError is an ordinary exception: caught, unwound through finally and synchronized, repeatable, in threads.
public class ExcStackOverflow {
    static int depth, finallys;
    static void endless() {
        depth++;
        endless();
    }
    static int endlessValue(long a, double b, Object c) {
        depth++;
        return endlessValue(a + 1, b * 2, c) + 1;
    }
    static void endlessFinally() {
        try {
            endlessFinally();
        } finally { finallys = 1; }
    }
    static synchronized void endlessLock() { endlessLock(); }

    static class Loop {
        Loop next;
        int id;
        @Override
        public int hashCode() {
            return next.hashCode() + 1;
        }
        @Override
        public String toString() {
            return "L" + next;
        }
    }
    static class Ctor {
        Ctor child = new Ctor();
    }
    interface A {
        default int m() { return n(); }
        int n();
    }

    static String attempt(Runnable r) {
        depth = 0;
        try {
            r.run();
            return "returned";
        } catch (StackOverflowError e) {
            return e.getClass().getName() + " " + e.getMessage() + " deep " + (depth == 0 || depth > 500);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) System.out.println(attempt(ExcStackOverflow::endless));
        System.out.println(attempt(() -> endlessValue(1, 2, null)));
        System.out.println(attempt(ExcStackOverflow::endlessFinally) + " " + finallys);
        System.out.println(attempt(ExcStackOverflow::endlessLock) + " " + Thread.holdsLock(ExcStackOverflow.class));
        Loop l = new Loop();
        l.next = l;
        System.out.println(attempt(l::hashCode));
        System.out.println(attempt(() -> String.valueOf(l)));
        System.out.println(attempt(Ctor::new));
        System.out.println(attempt(() -> new A() {
            public int n() { return m(); }
        }.m()));
        java.util.List<Object> list = new java.util.ArrayList<>();
        list.add(new Object[] {list});
        java.util.List<Object> other = new java.util.ArrayList<>();
        other.add(other);
        list.set(0, other);
        other.set(0, list);
        System.out.println(attempt(list::hashCode));
        Thread t = new Thread(
            () -> System.out.println(Thread.currentThread().getName() + " " + attempt(ExcStackOverflow::endless)), "t");
        t.start();
        t.join();
        try {
            endless();
        } catch (StackOverflowError e) {
            StackTraceElement[] st = e.getStackTrace();
            System.out.println(st.length + " " + st[0].getMethodName() + " " + st[1023].getMethodName());
        }
        System.out.println("still alive");
    }
}

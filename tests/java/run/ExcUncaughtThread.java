// Uncaught exceptions in threads do not change the exit code; main goes on; handlers per thread, group and default.
public class ExcUncaughtThread {
    static void boom(String s) { throw new IllegalStateException(s); }

    static Thread run(ThreadGroup g, String name, Runnable r) throws InterruptedException {
        Thread t = new Thread(g, r, name);
        t.start();
        t.join();
        return t;
    }

    public static void main(String[] args) throws Exception {
        Thread t = run(null, "first", () -> boom("plain"));
        System.out.println(t.isAlive() + " " + t.getState());
        ThreadGroup g = new ThreadGroup("quiet") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                System.out.println(
                    "group: " + t.getName() + " " + e.getMessage() + " in " + Thread.currentThread().getName());
            }
        };
        run(g, "second", () -> boom("grouped"));
        run(new ThreadGroup(g, "child"), "third", () -> boom("in child group"));
        Thread own = new Thread(() -> boom("own handler"), "fourth");
        own.setUncaughtExceptionHandler((th, e) -> {
            System.out.println("own: " + th.getName() + " " + e.getMessage());
            throw new RuntimeException("ignored");
        });
        own.start();
        own.join();
        System.out.println(own.getUncaughtExceptionHandler());
        Thread.setDefaultUncaughtExceptionHandler((th, e) -> System.out.println("default: " + th.getName() + " " + e));
        run(null, "fifth", () -> boom("defaulted"));
        run(g, "sixth", () -> boom("group first"));
        run(null, "seventh", () -> { throw new StackOverflowError("fake"); });
        run(null, "eighth", () -> {
            Object o = "s";
            Integer i = (Integer) o;
        });
        Thread.setDefaultUncaughtExceptionHandler(null);
        run(null, "ninth", () -> { throw new ThreadDeath(); });
        run(null, "tenth", () -> {
            int[] a = new int[1];
            a[1]++;
        });
        System.out.println("main ends");
    }
}

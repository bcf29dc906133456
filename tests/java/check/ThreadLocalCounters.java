// expect: ok
// A ThreadLocal is not shared: each thread counts for itself.
public class ThreadLocalCounters {
    static final ThreadLocal<Integer> COUNT = ThreadLocal.withInitial(() -> 0);

    static void count() {
        COUNT.set(COUNT.get() + 1);
        COUNT.set(COUNT.get() + 1);
        assert COUNT.get() == 2;
    }

    public static void main(String[] args) {
        new Thread(ThreadLocalCounters::count).start();
        new Thread(ThreadLocalCounters::count).start();
    }
}

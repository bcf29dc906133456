// expect: error deadlock
// Two threads that wait for each other's end.
public class JoinCycle {
    static final Thread[] THREADS = new Thread[2];

    static void join(int other) {
        try {
            THREADS[other].join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        THREADS[0] = new Thread(() -> join(1));
        THREADS[1] = new Thread(() -> join(0));
        THREADS[0].start();
        THREADS[1].start();
    }
}

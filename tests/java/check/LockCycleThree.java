// expect: error deadlock
// No two threads take the same two monitors in opposite orders; three of them close the cycle.
public class LockCycleThree {
    static final Object[] LOCKS = {new Object(), new Object(), new Object()};

    static void both(int first) {
        synchronized (LOCKS[first]) {
            synchronized (LOCKS[(first + 1) % 3]) {
                Thread.yield();
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int first = i;
            new Thread(() -> both(first)).start();
        }
    }
}

// expect: ok
// args: 3
// The last philosopher takes the right fork first, so forks are always taken in ascending order.
public class PhilosophersOrdered {
    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < n; i++) {
            Object low = forks[Math.min(i, (i + 1) % n)];
            Object high = forks[Math.max(i, (i + 1) % n)];
            new Thread(() -> {
                synchronized (low) {
                    synchronized (high) {
                        Thread.yield();
                    }
                }
            }).start();
        }
    }
}

// Dining philosophers who take the lower fork first, and so never deadlock. Argument: how many; each eats once.
public class Philosophers {
    static void eat(Object low, Object high) {
        synchronized (low) {
            synchronized (high) {
                return;
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < n; i++) {
            Object low = forks[Math.min(i, (i + 1) % n)];
            Object high = forks[Math.max(i, (i + 1) % n)];
            new Thread(() -> eat(low, high)).start();
        }
    }
}

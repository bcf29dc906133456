// Dining philosophers who take the lower fork first, and so never deadlock. Arguments: how many, how often each eats (once
// if it is not said).
public class Philosophers {
    static void eat(Object low, Object high, int meals) {
        for (int i = 0; i < meals; i++) {
            synchronized (low) {
                synchronized (high) {
                    continue;
                }
            }
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int meals = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < n; i++) {
            Object low = forks[Math.min(i, (i + 1) % n)];
            Object high = forks[Math.max(i, (i + 1) % n)];
            new Thread(() -> eat(low, high, meals)).start();
        }
    }
}

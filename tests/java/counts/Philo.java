// args: 5
// small: 4
// states: 1743 1743
// finals: 2
// traces: 31
// values: 1
// schedules: 31
// n philosophers, left fork first; they may deadlock.
public class Philo {
    static void eat(Object left, Object right) {
        synchronized (left) {
            synchronized (right) {
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
            Object left = forks[i];
            Object right = forks[(i + 1) % n];
            new Thread(() -> eat(left, right)).start();
        }
    }
}

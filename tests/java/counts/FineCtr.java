// args: 8
// small: 4
// traces: 576
// schedules: 576
// n threads increment one of two counters, each under a lock of its own: (n/2)!² orders.
public class FineCtr {
    static final Object[] LOCKS = {new Object(), new Object()};
    static final int[] COUNTERS = new int[2];

    static void increment(int which) {
        synchronized (LOCKS[which]) {
            COUNTERS[which]++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            int which = i % 2;
            new Thread(() -> increment(which)).start();
        }
    }
}

// args: 7
// small: 4
// states: 1472 29
// finals: 1
// traces: 5040
// values: 5040
// schedules: 5040
// n threads increment under one lock.
public class LockCtr {
    static final Object LOCK = new Object();
    static int x;

    static void increment() {
        synchronized (LOCK) {
            x++;
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable increment = LockCtr::increment;
        for (int i = 0; i < n; i++) {
            new Thread(increment).start();
        }
    }
}

// args: 5
// small: 3
// states: 5588 498
// finals: 1
// traces: 47880
// values: 3
// large: 20 3
// schedules: 47880
// n - 1 threads write in two stages, each under its lock; one reads, and leaves after the first when that is not done.
public class TwoStage {
    static final Object LOCK1 = new Object();
    static final Object LOCK2 = new Object();
    static int data1;
    static int data2;

    static void write() {
        synchronized (LOCK1) {
            data1 = 1;
        }
        synchronized (LOCK2) {
            data2 = data1 + 1;
        }
    }

    static void read() {
        synchronized (LOCK1) {
            if (data1 == 0) {
                return;
            }
            int unused1 = data1;
        }
        synchronized (LOCK2) {
            int unused2 = data2;
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable write = TwoStage::write;
        for (int i = 1; i < n; i++) {
            new Thread(write).start();
        }
        new Thread(TwoStage::read).start();
    }
}

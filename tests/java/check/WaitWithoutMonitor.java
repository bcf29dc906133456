// expect: error monitor
// One path into wait forgot the monitor, and only one order of the threads takes it.
public class WaitWithoutMonitor {
    static volatile boolean hurry;

    static synchronized void politely() throws InterruptedException {
        WaitWithoutMonitor.class.wait(1);
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> hurry = true).start();
        if (hurry) {
            WaitWithoutMonitor.class.wait(1);
        } else {
            politely();
        }
    }
}

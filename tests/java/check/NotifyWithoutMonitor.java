// expect: error monitor
// notify by a thread that does not hold the monitor.
public class NotifyWithoutMonitor {
    public static void main(String[] args) {
        Object lock = new Object();
        new Thread(() -> lock.notify()).start();
    }
}

// expect: error deadlock
// Who joins a thread needs its monitor, ended or not.
public class JoinNeedsMonitor {
    static final Object PERMISSION = new Object();
    static boolean given;

    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> {});
        brief.start();
        Thread holder = new Thread(() -> {
            synchronized (brief) {
                synchronized (PERMISSION) {
                    while (!given) {
                        try {
                            PERMISSION.wait();
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                }
            }
        });
        holder.start();
        brief.join();
        synchronized (PERMISSION) {
            given = true;
            PERMISSION.notify();
        }
    }
}

// expect: ok
// A thread whose monitor another holds does not end.
public class EndTakesMonitor {
    static volatile boolean passed;

    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> passed = true);
        synchronized (brief) {
            brief.start();
            while (!passed) {
                Thread.onSpinWait();
            }
            assert brief.isAlive();
        }
        brief.join();
    }
}

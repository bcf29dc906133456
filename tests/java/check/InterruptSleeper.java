// expect: error assertion, message ~ slept through
// The sleep may end before the interrupt comes.
public class InterruptSleeper {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        assert interrupted : "slept through";
    }
}

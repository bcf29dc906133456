// expect: ok
// options: --timeouts idle
// That a thread has ended orders what it did, whether one joins it, asks it, or is run at shutdown.
public class EndOrdersIdle {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert value == 2;
        }));
        Thread first = new Thread(() -> value = 1);
        first.start();
        while (first.isAlive()) {
            Thread.sleep(10);
        }
        assert value == 1;
        new Thread(() -> value = 2).start();
    }
}

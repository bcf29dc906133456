// expect: ok
// Spinning on a volatile flag ends under any fair scheduler, and what was written before the flag is seen.
public class SpinVolatileFlag {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;
            ready = true;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        assert value == 42;
    }
}

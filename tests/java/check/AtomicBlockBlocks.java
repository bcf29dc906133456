// expect: ok
// uses: api
// An atomic body that must wait lets others run until it can go on.
import raddle.Check;

public class AtomicBlockBlocks {
    static int value;

    static synchronized void set() {
        value = 1;
    }

    public static void main(String[] args) {
        synchronized (AtomicBlockBlocks.class) {
            new Thread(() -> Check.atomic(() -> {
                set();
            })).start();
            Thread.yield();
            assert value == 0;
        }
    }
}

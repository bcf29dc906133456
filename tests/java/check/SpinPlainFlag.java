// expect: ok
// warn: race
// The same with a plain flag: right in every interleaving, but a compiler may read it once.
public class SpinPlainFlag {
    static boolean ready;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 42;
            ready = true;
        }).start();
        while (!ready) {
            Thread.yield();
        }
        assert value == 42;
    }
}

// expect: ok
// warn: race
// Double-checked locking without volatile: right in every interleaving, wrong because of what a race allows beyond them.
public class DoubleCheckedPlain {
    static DoubleCheckedPlain instance;
    int value = 42;

    static DoubleCheckedPlain get() {
        if (instance == null) {
            synchronized (DoubleCheckedPlain.class) {
                if (instance == null) {
                    instance = new DoubleCheckedPlain();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) {
        Runnable body = () -> {
            assert get().value == 42;
        };
        new Thread(body).start();
        new Thread(body).start();
    }
}

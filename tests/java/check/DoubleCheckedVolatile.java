// expect: ok
// Double-checked locking with a volatile field: made once, seen whole.
public class DoubleCheckedVolatile {
    static volatile DoubleCheckedVolatile instance;
    static int made;
    int value;

    DoubleCheckedVolatile() {
        made++;
        value = 42;
    }

    static DoubleCheckedVolatile get() {
        DoubleCheckedVolatile seen = instance;
        if (seen == null) {
            synchronized (DoubleCheckedVolatile.class) {
                seen = instance;
                if (seen == null) {
                    instance = seen = new DoubleCheckedVolatile();
                }
            }
        }
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable body = () -> {
            assert get().value == 42;
        };
        Thread a = new Thread(body);
        Thread b = new Thread(body);
        a.start();
        b.start();
        a.join();
        b.join();
        assert made == 1;
    }
}

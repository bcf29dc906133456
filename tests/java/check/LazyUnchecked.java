// expect: error assertion, message ~ made twice
// warn: perhaps race
// Lazy initialisation without a lock makes two instances.
public class LazyUnchecked {
    static volatile Object instance;

    static Object get() {
        if (instance == null) {
            instance = new Object();
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Object[] got = new Object[2];
        Thread a = new Thread(() -> got[0] = get());
        Thread b = new Thread(() -> got[1] = get());
        a.start();
        b.start();
        a.join();
        b.join();
        assert got[0] == got[1] : "made twice";
    }
}

// expect: ok
// The initialiser of a nested class runs once, before any thread sees its field.
public class HolderIdiom {
    static int made;

    static class Holder {
        static final Holder INSTANCE = new Holder();
        int value = 42;

        Holder() {
            made++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable body = () -> {
            assert Holder.INSTANCE.value == 42;
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

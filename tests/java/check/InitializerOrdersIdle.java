// expect: ok
// options: --timeouts idle
// Whoever uses a class knows what its initialiser did (JLS 12.4.2), whichever thread ran it.
public class InitializerOrdersIdle {
    static int made;

    static class Maker {
        static {
            made = 1;
        }

        static void use() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable reader = () -> {
            Maker.use();
            assert made == 1;
        };
        new Thread(reader).start();
        new Thread(reader).start();
        Thread.sleep(1000);
        reader.run();
    }
}

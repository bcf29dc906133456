// expect: ok
// An interrupt ends a join of a thread that never ends.
public class InterruptJoin {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread endless = new Thread(() -> {
            synchronized (main) {
                try {
                    while (true) {
                        main.wait();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        endless.setDaemon(true);
        endless.start();
        new Thread(main::interrupt).start();
        boolean thrown = false;
        try {
            endless.join();
        } catch (InterruptedException e) {
            thrown = true;
        }
        assert thrown;
    }
}

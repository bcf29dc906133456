// expect: ok
// A bounded buffer as it should be: wait in a loop, wake everybody.
public class BufferRight {
    static int stored;
    static int got;

    static synchronized void put(int item) throws InterruptedException {
        while (stored != 0) {
            BufferRight.class.wait();
        }
        stored = item;
        BufferRight.class.notifyAll();
    }

    static synchronized void take() throws InterruptedException {
        while (stored == 0) {
            BufferRight.class.wait();
        }
        got += stored;
        stored = 0;
        BufferRight.class.notifyAll();
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {start(() -> put(1)), start(() -> put(2)), start(BufferRight::take), start(BufferRight::take)};
        for (Thread thread : threads) {
            thread.join();
        }
        assert got == 3 && stored == 0;
    }
}

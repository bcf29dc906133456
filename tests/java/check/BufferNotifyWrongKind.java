// expect: error deadlock
// One wait set for two kinds of waiters, and notify wakes one of the wrong kind.
public class BufferNotifyWrongKind {
    static int stored;

    static synchronized void put(int item) throws InterruptedException {
        while (stored != 0) {
            BufferNotifyWrongKind.class.wait();
        }
        stored = item;
        BufferNotifyWrongKind.class.notify();
    }

    static synchronized void take() throws InterruptedException {
        while (stored == 0) {
            BufferNotifyWrongKind.class.wait();
        }
        stored = 0;
        BufferNotifyWrongKind.class.notify();
    }

    interface Body {
        void run() throws InterruptedException;
    }

    static void start(Body body) {
        new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }

    public static void main(String[] args) {
        start(() -> put(1));
        start(() -> put(2));
        start(BufferNotifyWrongKind::take);
        start(BufferNotifyWrongKind::take);
    }
}

// expect: ok
// With one producer and one consumer only one of them can wait, so notify is enough.
public class BufferNotifyOneEach {
    static int stored;

    static synchronized void put(int item) throws InterruptedException {
        while (stored != 0) {
            BufferNotifyOneEach.class.wait();
        }
        stored = item;
        BufferNotifyOneEach.class.notify();
    }

    static synchronized int take() throws InterruptedException {
        while (stored == 0) {
            BufferNotifyOneEach.class.wait();
        }
        int item = stored;
        stored = 0;
        BufferNotifyOneEach.class.notify();
        return item;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                put(1);
                put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        assert take() == 1;
        assert take() == 2;
    }
}

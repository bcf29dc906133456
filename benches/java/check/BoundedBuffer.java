// Producers and consumers of a bounded buffer, with one monitor. Arguments: slots, producers, consumers, items of each
// producer; the consumers share the items evenly.
public class BoundedBuffer {
    final int[] slots;
    int count;
    int first;

    BoundedBuffer(int size) {
        slots = new int[size];
    }

    synchronized void put(int item) throws InterruptedException {
        while (count == slots.length) {
            wait();
        }
        slots[(first + count) % slots.length] = item;
        count++;
        notifyAll();
    }

    synchronized int take() throws InterruptedException {
        while (count == 0) {
            wait();
        }
        int item = slots[first];
        first = (first + 1) % slots.length;
        count--;
        notifyAll();
        return item;
    }

    void produce(int items) {
        try {
            for (int i = 1; i <= items; i++) {
                put(i);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void consume(int items) {
        try {
            for (int i = 0; i < items; i++) {
                assert take() > 0;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        BoundedBuffer buffer = new BoundedBuffer(Integer.parseInt(args[0]));
        int producers = Integer.parseInt(args[1]);
        int consumers = Integer.parseInt(args[2]);
        int items = Integer.parseInt(args[3]);
        for (int i = 0; i < producers; i++) {
            new Thread(() -> buffer.produce(items)).start();
        }
        for (int i = 0; i < consumers; i++) {
            new Thread(() -> buffer.consume(producers * items / consumers)).start();
        }
    }
}

// expect: error exception, message ~ NoSuchElementException
// A consumer that waits with if instead of while believes that being woken means having an item.
import java.util.ArrayDeque;

public class BufferIf {
    static final ArrayDeque<Integer> ITEMS = new ArrayDeque<>();

    static void put(int item) {
        synchronized (ITEMS) {
            ITEMS.addLast(item);
            ITEMS.notifyAll();
        }
    }

    static void take() {
        synchronized (ITEMS) {
            if (ITEMS.isEmpty()) {
                try {
                    ITEMS.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            ITEMS.removeFirst();
        }
    }

    public static void main(String[] args) {
        new Thread(BufferIf::take).start();
        new Thread(BufferIf::take).start();
        put(1);
        put(2);
    }
}

// A bounded buffer with a ReentrantLock and two conditions. Arguments: slots, producers, consumers, items of each
// producer; the consumers share the items evenly.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LockBuffer {
    final ReentrantLock lock = new ReentrantLock();
    final Condition notFull = lock.newCondition();
    final Condition notEmpty = lock.newCondition();
    final int[] slots;
    int count;
    int first;

    LockBuffer(int size) {
        slots = new int[size];
    }

    void put(int item) {
        lock.lock();
        try {
            while (count == slots.length) {
                notFull.awaitUninterruptibly();
            }
            slots[(first + count) % slots.length] = item;
            count++;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.awaitUninterruptibly();
            }
            int item = slots[first];
            first = (first + 1) % slots.length;
            count--;
            notFull.signal();
            return item;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        LockBuffer buffer = new LockBuffer(Integer.parseInt(args[0]));
        int producers = Integer.parseInt(args[1]);
        int consumers = Integer.parseInt(args[2]);
        int items = Integer.parseInt(args[3]);
        for (int i = 0; i < producers; i++) {
            new Thread(() -> {
                for (int item = 1; item <= items; item++) {
                    buffer.put(item);
                }
            }).start();
        }
        for (int i = 0; i < consumers; i++) {
            new Thread(() -> {
                for (int n = producers * items / consumers; n > 0; n--) {
                    assert buffer.take() > 0;
                }
            }).start();
        }
    }
}

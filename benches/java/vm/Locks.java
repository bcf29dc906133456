// Uncontended locking in a loop: synchronized methods and blocks, ReentrantLock, atomics and a concurrent map,
// then two threads that share a monitor and a lock.

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class Locks {
    private int value;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger atomic = new AtomicInteger();

    synchronized void add(int n) {
        value += n;
    }

    void addBlock(int n) {
        synchronized (this) {
            synchronized (lock) {
                add(n);
            }
        }
    }

    void addLock(int n) {
        lock.lock();
        try {
            value += n;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 210_000;
        Locks l = new Locks();
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int r = 0; r < rounds; r++) {
            l.add(1);
            l.addBlock(2);
            l.addLock(3);
            l.atomic.incrementAndGet();
            if ((r & 7) == 0) {
                map.merge(r & 63, 1, Integer::sum);
            }
        }
        Locks shared = new Locks();
        Runnable body = () -> {
            for (int r = 0; r < rounds / 20; r++) {
                shared.add(1);
                shared.lock.lock();
                shared.atomic.addAndGet(2);
                shared.lock.unlock();
            }
        };
        Thread other = new Thread(body);
        other.start();
        body.run();
        other.join();
        System.out.println("Locks " + l.value + " " + l.atomic + " " + map.get(8) + " " + shared.value + " "
                + shared.atomic);
    }
}

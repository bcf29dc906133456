public class Locks {
    static int total;
    final Object lock = new Object();
    boolean ready;

    static synchronized void add(int value) {
        total += value;
    }

    synchronized int twice(int value) {
        synchronized (lock) {
            return value * 2;
        }
    }

    void await() throws InterruptedException {
        synchronized (lock) {
            while (!ready) {
                lock.wait(50);
            }
        }
    }

    void signal() {
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Locks locks = new Locks();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int value = i;
            threads[i] = new Thread(() -> {
                try {
                    locks.await();
                } catch (InterruptedException e) {
                    return;
                }
                System.gc();
                add(locks.twice(value));
            });
            threads[i].start();
        }
        locks.signal();
        for (Thread thread : threads) {
            thread.join();
        }
        System.exit(total);
    }
}

// expect: ok
// args: 2 1
// Workers take items from a shared pool until it is empty and nobody works. Arguments: workers, items.
import java.util.ArrayDeque;

public class ReplicatedWorkers {
    static final ArrayDeque<Integer> POOL = new ArrayDeque<>();
    static int busy;
    static int done;

    static Integer take() throws InterruptedException {
        synchronized (POOL) {
            while (POOL.isEmpty() && busy > 0) {
                POOL.wait();
            }
            if (POOL.isEmpty()) {
                return null;
            }
            busy++;
            return POOL.removeFirst();
        }
    }

    static void finish(int item) {
        synchronized (POOL) {
            done++;
            busy--;
            if (item > 0) {
                POOL.addLast(item - 1);
            }
            POOL.notifyAll();
        }
    }

    static void work() {
        try {
            for (Integer item = take(); item != null; item = take()) {
                finish(item);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int items = Integer.parseInt(args[1]);
        for (int i = 0; i < items; i++) {
            POOL.addLast(1);
        }
        Thread[] workers = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(ReplicatedWorkers::work);
            workers[i].start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assert done == 2 * items;
    }
}

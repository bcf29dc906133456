// Workers that take tasks from a queue behind a monitor until it is closed. Arguments: workers, tasks.
import java.util.ArrayDeque;

public class WorkerPool {
    final ArrayDeque<Runnable> queue = new ArrayDeque<>();
    boolean closed;
    int done;

    synchronized void submit(Runnable task) {
        queue.addLast(task);
        notify();
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized Runnable next() throws InterruptedException {
        while (queue.isEmpty() && !closed) {
            wait();
        }
        return queue.pollFirst();
    }

    synchronized void finish() {
        done++;
    }

    void work() {
        try {
            for (Runnable task = next(); task != null; task = next()) {
                task.run();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        WorkerPool pool = new WorkerPool();
        Thread[] workers = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(pool::work);
            workers[i].start();
        }
        int tasks = Integer.parseInt(args[1]);
        for (int i = 0; i < tasks; i++) {
            pool.submit(pool::finish);
        }
        pool.close();
        for (Thread worker : workers) {
            worker.join();
        }
        assert pool.done == tasks;
    }
}

// expect: error deadlock
// args: 3 1
// The last to finish wakes only one of those who wait for the end.
import java.util.ArrayDeque;

public class ReplicatedWorkersNotify {
    static final ArrayDeque<Integer> POOL = new ArrayDeque<>();
    static int busy;

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

    static void finish() {
        synchronized (POOL) {
            busy--;
            POOL.notify();
        }
    }

    static void work() {
        try {
            for (Integer item = take(); item != null; item = take()) {
                finish();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            POOL.addLast(i);
        }
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(ReplicatedWorkersNotify::work).start();
        }
    }
}

// origin: 004 tables 4.1 to 4.3; a pattern of Commons Pool (the paper names POOL-120)
// sizes: borrowers=3 limit=2 rounds=2
// small: 2 1 1
// wrong: error assertion, message ~ more than allowed
// right: ok
// A pool lends objects, makes them as needed, and lets only so many be out at a time. The wrong one looks at the limit and counts
// the object in two steps, since it makes the object in between without holding its lock. The right one counts it first.
import java.util.ArrayDeque;

public class Pool {
    final boolean right;
    final int limit;
    final ArrayDeque<Object> idle = new ArrayDeque<>();
    int active;

    Pool(boolean right, int limit) {
        this.right = right;
        this.limit = limit;
    }

    Object borrow() throws InterruptedException {
        synchronized (this) {
            while (active >= limit) {
                wait();
            }
            if (right || !idle.isEmpty()) {
                count();
            }
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        Object made = new Object();
        if (!right) {
            synchronized (this) {
                count();
            }
        }
        return made;
    }

    private void count() {
        active++;
        assert active <= limit : "more than allowed";
    }

    synchronized void giveBack(Object object) {
        active--;
        idle.push(object);
        notifyAll();
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3, 2, 2);
        Pool pool = new Pool(benchmark.right, benchmark.size(1));
        Benchmark.start(benchmark.size(0), borrower -> {
            for (int round = 0; round < benchmark.size(2); round++) {
                pool.giveBack(pool.borrow());
            }
        });
    }
}

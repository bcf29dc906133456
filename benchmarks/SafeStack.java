// origin: Vyukov
// sizes: threads=3 rounds=2
// small: 3 2
// wrong: error assertion, message ~ owned by two
// right: ok
// A lock-free stack of a few cells, linked by their numbers. A pop marks the cell's link as taken before it moves the head. It
// takes three threads and five preemptions to see that two of them can own the same cell. The right one leaves the link
// alone and gives the head a version.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class SafeStack {
    static final int NONE = -1;
    static final int VERSION = 1 << 8;
    final boolean right;
    final AtomicInteger head = new AtomicInteger();
    final AtomicInteger count;
    final AtomicIntegerArray next;
    final AtomicIntegerArray owner;

    SafeStack(boolean right, int cells) {
        this.right = right;
        count = new AtomicInteger(cells);
        next = new AtomicIntegerArray(cells);
        owner = new AtomicIntegerArray(cells);
        for (int i = 0; i < cells; i++) {
            next.set(i, i + 1 < cells ? i + 1 : NONE);
        }
    }

    int pop() {
        return right ? popVersioned() : popMarked();
    }

    void push(int cell) {
        if (right) {
            pushVersioned(cell);
        } else {
            pushPlain(cell);
        }
    }

    private int popMarked() {
        while (count.get() > 1) {
            int top = head.get();
            int below = next.getAndSet(top, NONE);
            if (below >= 0) {
                if (head.compareAndSet(top, below)) {
                    count.getAndDecrement();
                    return top;
                }
                next.getAndSet(top, below);
            }
        }
        return NONE;
    }

    private void pushPlain(int cell) {
        int top;
        do {
            top = head.get();
            next.set(cell, top);
        } while (!head.compareAndSet(top, cell));
        count.getAndIncrement();
    }

    private int popVersioned() {
        while (true) {
            int seen = head.get();
            int top = seen % VERSION;
            int below = next.get(top);
            if (below == NONE) {
                return NONE;
            }
            if (head.compareAndSet(seen, seen - top + VERSION + below)) {
                return top;
            }
        }
    }

    private void pushVersioned(int cell) {
        int seen;
        do {
            seen = head.get();
            next.set(cell, seen % VERSION);
        } while (!head.compareAndSet(seen, seen - seen % VERSION + VERSION + cell));
    }

    void use() {
        int cell = pop();
        while (cell == NONE) {
            Thread.onSpinWait();
            cell = pop();
        }
        assert owner.getAndIncrement(cell) == 0 : "owned by two";
        owner.getAndDecrement(cell);
        push(cell);
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3, 2);
        int threads = benchmark.size(0);
        SafeStack stack = new SafeStack(benchmark.right, threads);
        Benchmark.start(threads, thread -> {
            for (int i = 0; i < benchmark.size(1); i++) {
                stack.use();
            }
        });
    }
}

// origin: Qadeer and Wu
// sizes: adders=3
// small: 1
// wrong: error assertion, message ~ used after the stop
// right: ok
// A driver counts the requests under way; who stops it waits until there are none. The wrong request looks whether the driver is
// stopping before it counts itself, and can be overlooked. The right one counts itself first.
import java.util.concurrent.atomic.AtomicInteger;

public class Bluetooth {
    final boolean right;
    final AtomicInteger pending = new AtomicInteger(1);
    volatile boolean stopping;
    volatile boolean stopped;
    boolean idle;

    Bluetooth(boolean right) {
        this.right = right;
    }

    boolean enter() {
        if (right) {
            pending.getAndIncrement();
            if (stopping) {
                leave();
                return false;
            }
            return true;
        }
        if (stopping) {
            return false;
        }
        pending.getAndIncrement();
        return true;
    }

    void leave() {
        if (pending.decrementAndGet() == 0) {
            signalIdle();
        }
    }

    synchronized void signalIdle() {
        idle = true;
        notifyAll();
    }

    synchronized void awaitIdle() throws InterruptedException {
        while (!idle) {
            wait();
        }
    }

    void request() {
        if (enter()) {
            assert !stopped : "used after the stop";
            leave();
        }
    }

    void stop() throws InterruptedException {
        stopping = true;
        leave();
        awaitIdle();
        stopped = true;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 3);
        Bluetooth driver = new Bluetooth(benchmark.right);
        Benchmark.start(benchmark.size(0), adder -> driver.request());
        driver.stop();
    }
}

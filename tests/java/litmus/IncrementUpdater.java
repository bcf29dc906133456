// outcomes: 1 2 | 2 1
// Two increments through a field updater: none is lost.
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class IncrementUpdater extends Litmus {
    static final AtomicIntegerFieldUpdater<IncrementUpdater> X =
        AtomicIntegerFieldUpdater.newUpdater(IncrementUpdater.class, "x");

    volatile int x;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {() -> a = X.incrementAndGet(this), () -> b = X.incrementAndGet(this)};
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, IncrementUpdater::new);
    }
}

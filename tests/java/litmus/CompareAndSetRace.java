// outcomes: false true 2 | true false 1
// Of two compare-and-sets of the same value one succeeds.
import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSetRace extends Litmus {
    final AtomicInteger x = new AtomicInteger();
    boolean a;
    boolean b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> a = x.compareAndSet(0, 1),
            () -> b = x.compareAndSet(0, 2),
        };
    }

    @Override
    String outcome() {
        return a + " " + b + " " + x.get();
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, CompareAndSetRace::new);
    }
}

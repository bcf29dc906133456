// outcomes: false true 0 | true true 2
// The second compare-and-set can succeed only after the first; the reset tells by which value it was overtaken.
import java.util.concurrent.atomic.AtomicInteger;

public class CompareAndSetChain extends Litmus {
    final AtomicInteger x = new AtomicInteger();
    boolean a;
    boolean b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> a = x.compareAndSet(1, 2),
            () -> {
                b = x.compareAndSet(0, 1);
                x.compareAndSet(1, 0);
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b + " " + x.get();
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, CompareAndSetChain::new);
    }
}

// outcomes: 0 1 2 3 | 0 3 1 2 | 2 0 1 3 | 2 3 0 1 | 3 0 2 1 | 3 1 0 2
// Three exchanges of one variable: each gets what the one before it put there.
import java.util.concurrent.atomic.AtomicReference;

public class GetAndSetChain extends Litmus {
    final AtomicReference<Integer> x = new AtomicReference<>(0);
    int a;
    int b;
    int c;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> a = x.getAndSet(1),
            () -> b = x.getAndSet(2),
            () -> c = x.getAndSet(3),
        };
    }

    @Override
    String outcome() {
        return a + " " + b + " " + c + " " + x.get();
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, GetAndSetChain::new);
    }
}

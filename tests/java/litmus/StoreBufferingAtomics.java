// outcomes: 0 1 | 1 0 | 1 1
// Store buffering over atomic integers.
import java.util.concurrent.atomic.AtomicInteger;

public class StoreBufferingAtomics extends Litmus {
    final AtomicInteger x = new AtomicInteger();
    final AtomicInteger y = new AtomicInteger();
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                x.set(1);
                a = y.get();
            },
            () -> {
                y.set(1);
                b = x.get();
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, StoreBufferingAtomics::new);
    }
}

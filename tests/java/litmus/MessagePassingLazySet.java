// outcomes: 0 0 | 0 1 | 1 1
// lazySet may be late, but not before what came before it.
import java.util.concurrent.atomic.AtomicInteger;

public class MessagePassingLazySet extends Litmus {
    final AtomicInteger data = new AtomicInteger();
    final AtomicInteger flag = new AtomicInteger();
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                data.lazySet(1);
                flag.lazySet(1);
            },
            () -> {
                a = flag.get();
                b = data.get();
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, MessagePassingLazySet::new);
    }
}

// outcomes: 0 1 3 | 2 0 3
// Two additions, each of which returns what was there before.
import java.util.concurrent.atomic.AtomicLong;

public class GetAndAdd extends Litmus {
    final AtomicLong x = new AtomicLong();
    long a;
    long b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> a = x.getAndAdd(1),
            () -> b = x.getAndAdd(2),
        };
    }

    @Override
    String outcome() {
        return a + " " + b + " " + x.get();
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, GetAndAdd::new);
    }
}

// outcomes: 1 | 2
// Two increments of a volatile variable: one may be lost.
public class IncrementVolatile extends Litmus {
    volatile int x;

    @Override
    Runnable[] threads() {
        return new Runnable[] {() -> x++, () -> x++};
    }

    @Override
    String outcome() {
        return "" + x;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, IncrementVolatile::new);
    }
}

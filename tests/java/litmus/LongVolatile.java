// outcomes: -1 | 0
// A volatile long is read and written in one piece (JLS 17.7).
public class LongVolatile extends Litmus {
    volatile long x;
    long a;

    @Override
    Runnable[] threads() {
        return new Runnable[] {() -> x = -1L, () -> a = x};
    }

    @Override
    String outcome() {
        return "" + a;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, LongVolatile::new);
    }
}

// outcomes: 0 1 | 1 0 | 1 1
// Each thread writes one volatile variable and reads the other's: somebody sees the other's write.
public class StoreBuffering extends Litmus {
    volatile int x;
    volatile int y;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                x = 1;
                a = y;
            },
            () -> {
                y = 1;
                b = x;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, StoreBuffering::new);
    }
}

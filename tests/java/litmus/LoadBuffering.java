// outcomes: 0 0 | 0 1 | 1 0
// Each reads one variable and writes the other: nobody reads from the future.
public class LoadBuffering extends Litmus {
    volatile int x;
    volatile int y;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                a = x;
                y = 1;
            },
            () -> {
                b = y;
                x = 1;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, LoadBuffering::new);
    }
}

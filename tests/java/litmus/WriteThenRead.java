// outcomes: 1 0 | 1 1 | 2 1
// The litmus test R: who writes last reads what came before.
public class WriteThenRead extends Litmus {
    volatile int x;
    volatile int y;
    int a;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                x = 1;
                y = 1;
            },
            () -> {
                y = 2;
                a = x;
            },
        };
    }

    @Override
    String outcome() {
        return y + " " + a;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, WriteThenRead::new);
    }
}

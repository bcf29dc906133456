// outcomes: 1 2 | 2 1 | 2 2
// Two threads write two variables in opposite orders (2+2W): not both first writes come last.
public class TwoPlusTwoWrites extends Litmus {
    volatile int x;
    volatile int y;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                x = 1;
                y = 2;
            },
            () -> {
                y = 1;
                x = 2;
            },
        };
    }

    @Override
    String outcome() {
        return x + " " + y;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, TwoPlusTwoWrites::new);
    }
}

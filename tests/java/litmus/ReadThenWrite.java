// outcomes: 0 1 | 0 2 | 1 1
// The litmus test S: who read the second write writes after the first.
public class ReadThenWrite extends Litmus {
    volatile int x;
    volatile int y;
    int a;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                x = 2;
                y = 1;
            },
            () -> {
                a = y;
                x = 1;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + x;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, ReadThenWrite::new);
    }
}

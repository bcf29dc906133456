// outcomes: 0 0 0 | 0 0 1 | 0 1 0 | 0 1 1 | 1 0 0 | 1 0 1 | 1 1 1
// A message passed on (WRC): who sees the second write after the first was seen sees the first.
public class WriteToReadCausality extends Litmus {
    volatile int x;
    volatile int y;
    int a;
    int b;
    int c;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> x = 1,
            () -> {
                a = x;
                y = 1;
            },
            () -> {
                b = y;
                c = x;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b + " " + c;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, WriteToReadCausality::new);
    }
}

// outcomes: 0 0 | 0 1 | 0 2 | 1 1 | 1 2 | 2 1 | 2 2
// Two writers of one variable and one who reads it twice.
public class CoherentReadsTwoWriters extends Litmus {
    volatile int x;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> x = 1,
            () -> x = 2,
            () -> {
                a = x;
                b = x;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, CoherentReadsTwoWriters::new);
    }
}

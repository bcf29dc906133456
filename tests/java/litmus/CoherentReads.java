// outcomes: 0 0 | 0 1 | 1 1
// Two reads of one variable (CoRR) never go back in time.
public class CoherentReads extends Litmus {
    volatile int x;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> x = 1,
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
        run(args, CoherentReads::new);
    }
}

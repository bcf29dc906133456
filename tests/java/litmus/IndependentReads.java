// outcomes: 00 00 | 00 01 | 00 10 | 00 11 | 01 00 | 01 01 | 01 10 | 01 11 | 10 00 | 10 01 | 10 11 | 11 00 | 11 01 | 11 10 | 11 11
// Two writers and two readers (IRIW): the readers agree on the order of the writes, so 10 10 does not come.
public class IndependentReads extends Litmus {
    volatile int x;
    volatile int y;
    String a;
    String b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> x = 1,
            () -> y = 1,
            () -> {
                int first = x;
                a = "" + first + y;
            },
            () -> {
                int first = y;
                b = "" + first + x;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, IndependentReads::new);
    }
}

// outcomes: 0 1 | 1 0 | 1 1
// warn: race
// The same over plain fields: real machines also show 0 0, which is why the race is warned of.
public class StoreBufferingPlain extends Litmus {
    int x;
    int y;
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
        run(args, StoreBufferingPlain::new);
    }
}

// outcomes: 0 0 | 0 1 | 1 1
// warn: race
// Message passing over plain fields.
public class MessagePassingPlain extends Litmus {
    int data;
    int flag;
    int a;
    int b;

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                data = 1;
                flag = 1;
            },
            () -> {
                a = flag;
                b = data;
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, MessagePassingPlain::new);
    }
}

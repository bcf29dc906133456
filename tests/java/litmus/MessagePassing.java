// outcomes: 0 0 | 0 1 | 1 1
// Who sees the flag sees the data written before it.
public class MessagePassing extends Litmus {
    volatile int data;
    volatile int flag;
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
        run(args, MessagePassing::new);
    }
}

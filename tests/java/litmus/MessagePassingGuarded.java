// outcomes: 1 | none
// The data is plain and read only by who saw the flag: no race.
public class MessagePassingGuarded extends Litmus {
    int data;
    volatile boolean flag;
    String seen = "none";

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                data = 1;
                flag = true;
            },
            () -> {
                if (flag) {
                    seen = "" + data;
                }
            },
        };
    }

    @Override
    String outcome() {
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, MessagePassingGuarded::new);
    }
}

// outcomes: 42 | none
// An object published through an atomic reference is seen whole.
import java.util.concurrent.atomic.AtomicReference;

public class PublishFinal extends Litmus {
    static class Box {
        final int value;

        Box(int value) {
            this.value = value;
        }
    }

    final AtomicReference<Box> shared = new AtomicReference<>();
    String seen = "none";

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> shared.set(new Box(42)),
            () -> {
                Box box = shared.get();
                if (box != null) {
                    seen = "" + box.value;
                }
            },
        };
    }

    @Override
    String outcome() {
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, PublishFinal::new);
    }
}

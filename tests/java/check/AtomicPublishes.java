// expect: ok
// A reference set in an AtomicReference brings along what its object holds.
import java.util.concurrent.atomic.AtomicReference;

public class AtomicPublishes {
    static class Box {
        int value;
    }

    public static void main(String[] args) {
        AtomicReference<Box> shared = new AtomicReference<>();
        new Thread(() -> {
            Box box = new Box();
            box.value = 42;
            shared.set(box);
        }).start();
        Box seen = shared.get();
        assert seen == null || seen.value == 42;
    }
}

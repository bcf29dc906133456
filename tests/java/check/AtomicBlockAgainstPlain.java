// expect: ok
// uses: api
// A thread outside atomic bodies sees them whole too.
import raddle.Check;

public class AtomicBlockAgainstPlain {
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) {
        new Thread(() -> Check.atomic(() -> {
            x = 1;
            y = 1;
        })).start();
        int seenY = y;
        int seenX = x;
        assert seenX >= seenY;
        int sum = Check.atomic(() -> x + y);
        assert sum != 1 : "half a step";
    }
}

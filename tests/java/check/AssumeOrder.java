// expect: ok
// uses: api
// An assumption about the order of threads.
import raddle.Check;

public class AssumeOrder {
    static volatile int value;

    public static void main(String[] args) {
        new Thread(() -> value = 1).start();
        int seen = value;
        Check.assume(seen == 1);
        assert value == 1;
    }
}

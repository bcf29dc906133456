// expect: error race
// options: --property race
// The volatile write comes before the plain one it was meant to publish.
public class RaceVolatileTooLate {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            value = 1;
        }).start();
        if (ready) {
            int unused = value;
        }
    }
}

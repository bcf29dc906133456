// expect: ok
// uses: api
// The same with check and withdrawal in one critical section.
import raddle.Check;

public class AlwaysHolds {
    static volatile int balance = 10;

    static void withdraw() {
        synchronized (AlwaysHolds.class) {
            if (balance >= 10) {
                balance -= 10;
            }
        }
        Check.always(balance >= 0, "overdrawn");
    }

    public static void main(String[] args) {
        new Thread(AlwaysHolds::withdraw).start();
        new Thread(AlwaysHolds::withdraw).start();
    }
}

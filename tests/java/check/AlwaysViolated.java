// expect: error property, message ~ overdrawn
// uses: api
// The program's own property, violated in one order of the threads; a handler of Throwable does not hide it.
import raddle.Check;

public class AlwaysViolated {
    static volatile int balance = 10;

    static void withdraw() {
        try {
            if (balance >= 10) {
                synchronized (AlwaysViolated.class) {
                    balance -= 10;
                }
            }
            Check.always(balance >= 0, "overdrawn");
        } catch (Throwable hidden) {
            return;
        }
    }

    public static void main(String[] args) {
        new Thread(AlwaysViolated::withdraw).start();
        new Thread(AlwaysViolated::withdraw).start();
    }
}

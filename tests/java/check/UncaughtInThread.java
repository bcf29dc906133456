// expect: error exception, message ~ ArithmeticException
// warn: perhaps race
// A thread dies of a division by what another has not set yet.
public class UncaughtInThread {
    static int divisor;

    public static void main(String[] args) {
        new Thread(() -> System.exit(1 / divisor - 1)).start();
        divisor = 1;
    }
}

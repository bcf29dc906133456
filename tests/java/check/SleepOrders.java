// expect: error assertion, message ~ too early
// warn: perhaps race
// Sleeping is no synchronisation.
public class SleepOrders {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> value = 1).start();
        Thread.sleep(1000);
        assert value == 1 : "too early";
    }
}

// expect: error race
// options: --property race
// With the property asked for, the race itself is the error, whatever the sum.
public class CounterRace {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count++);
        Thread b = new Thread(() -> count++);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}

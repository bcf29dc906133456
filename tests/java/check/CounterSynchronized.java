// expect: ok
// Increments that hold the monitor are never lost.
public class CounterSynchronized {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(CounterSynchronized::increment);
        Thread b = new Thread(CounterSynchronized::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

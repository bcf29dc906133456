// expect: error assertion, message ~ lost update
// warn: perhaps race
// An increment is a read and a write, and another thread's may come between.
public class CounterPlain {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count++);
        Thread b = new Thread(() -> count++);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

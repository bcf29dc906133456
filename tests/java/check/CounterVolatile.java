// expect: error assertion, message ~ lost update
// Volatile makes the accesses visible, not the increment atomic: no race, and still a lost update.
public class CounterVolatile {
    static volatile int count;

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

// expect: error assertion, message ~ lost update
// A monitor held in a field that changes guards nothing.
public class LockChangesObject {
    static volatile Integer count = 0;

    static void increment() {
        synchronized (count) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockChangesObject::increment);
        Thread b = new Thread(LockChangesObject::increment);
        Thread c = new Thread(LockChangesObject::increment);
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        assert count == 3 : "lost update";
    }
}

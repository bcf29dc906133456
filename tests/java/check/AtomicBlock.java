// expect: ok
// uses: api
// Nobody comes between the steps of an atomic body.
import raddle.Check;

public class AtomicBlock {
    static volatile int count;

    static void increment() {
        Check.atomic(() -> {
            count = count + 1;
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(AtomicBlock::increment);
        Thread b = new Thread(AtomicBlock::increment);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "lost update";
    }
}

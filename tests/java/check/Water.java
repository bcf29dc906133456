// expect: ok
// Two hydrogens and an oxygen leave together.
import java.util.concurrent.Semaphore;

public class Water {
    static final Semaphore HYDROGEN = new Semaphore(0);
    static final Semaphore OXYGEN = new Semaphore(0);
    static volatile boolean bound;

    static void hydrogen() {
        HYDROGEN.release();
        OXYGEN.acquireUninterruptibly();
        assert bound : "left alone";
    }

    public static void main(String[] args) {
        new Thread(Water::hydrogen).start();
        new Thread(Water::hydrogen).start();
        HYDROGEN.acquireUninterruptibly(2);
        bound = true;
        OXYGEN.release(2);
    }
}

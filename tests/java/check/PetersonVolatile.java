// expect: ok
// Peterson's algorithm over volatile fields excludes, and orders what it protects.
public class PetersonVolatile {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

    static void zero() {
        wants0 = true;
        turn = 1;
        while (wants1 && turn == 1) {
            Thread.onSpinWait();
        }
        count++;
        wants0 = false;
    }

    static void one() {
        wants1 = true;
        turn = 0;
        while (wants0 && turn == 0) {
            Thread.onSpinWait();
        }
        count++;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(PetersonVolatile::zero);
        Thread b = new Thread(PetersonVolatile::one);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "both inside";
    }
}

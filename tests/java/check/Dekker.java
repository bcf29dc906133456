// expect: ok
// Dekker's algorithm over volatile fields.
public class Dekker {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int turn;
    static int count;

    static void zero() {
        wants0 = true;
        while (wants1) {
            if (turn == 1) {
                wants0 = false;
                while (turn == 1) {
                    Thread.onSpinWait();
                }
                wants0 = true;
            }
        }
        count++;
        turn = 1;
        wants0 = false;
    }

    static void one() {
        wants1 = true;
        while (wants0) {
            if (turn == 0) {
                wants1 = false;
                while (turn == 0) {
                    Thread.onSpinWait();
                }
                wants1 = true;
            }
        }
        count++;
        turn = 0;
        wants1 = false;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Dekker::zero);
        Thread b = new Thread(Dekker::one);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "both inside";
    }
}

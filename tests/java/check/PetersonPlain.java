// expect: ok
// warn: race
// Over plain fields it is right in every interleaving only: the machine may reorder.
public class PetersonPlain {
    static boolean wants0;
    static boolean wants1;
    static int turn;
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
        Thread a = new Thread(PetersonPlain::zero);
        Thread b = new Thread(PetersonPlain::one);
        a.start();
        b.start();
        a.join();
        b.join();
        assert count == 2 : "both inside";
    }
}

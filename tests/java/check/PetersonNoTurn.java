// expect: error livelock
// Without the turn both can want, and wait for each other's wish to go.
public class PetersonNoTurn {
    static volatile boolean wants0;
    static volatile boolean wants1;

    public static void main(String[] args) {
        new Thread(() -> {
            wants0 = true;
            while (wants1) {
                Thread.onSpinWait();
            }
            wants0 = false;
        }).start();
        new Thread(() -> {
            wants1 = true;
            while (wants0) {
                Thread.onSpinWait();
            }
            wants1 = false;
        }).start();
    }
}

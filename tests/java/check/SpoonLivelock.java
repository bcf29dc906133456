// expect: error livelock
// Husband and wife each hand the only spoon to the other as long as the other is hungry.
public class SpoonLivelock {
    static volatile int owner;
    static volatile boolean hungry0 = true;
    static volatile boolean hungry1 = true;

    static void dine(int me) {
        while (me == 0 ? hungry0 : hungry1) {
            if (owner != me) {
                Thread.yield();
            } else if (me == 0 ? hungry1 : hungry0) {
                owner = 1 - me;
            } else if (me == 0) {
                hungry0 = false;
            } else {
                hungry1 = false;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> dine(0)).start();
        new Thread(() -> dine(1)).start();
    }
}

// expect: error race
// options: --property race
// In one order the lock happens to lie between the accesses; in the other nothing does.
public class RaceOtherOrder {
    static int value;

    static synchronized void lock() {}

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            lock();
        }).start();
        new Thread(() -> {
            lock();
            value = 2;
        }).start();
    }
}

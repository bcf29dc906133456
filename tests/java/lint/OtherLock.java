// lint: race
// Both hold a lock, but not the same one.
public class OtherLock {
    static final Object ONE = new Object();
    static final Object OTHER = new Object();
    static int count;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (ONE) {
                count++;
            }
        }).start();
        synchronized (OTHER) {
            count++;
        }
    }
}

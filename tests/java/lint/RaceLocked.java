// lint: none
// Each object is its own lock; a lock in a final field is as good.
public class RaceLocked {
    final Object lock = new Object();
    int own;
    int guarded;

    synchronized void add() {
        own++;
        synchronized (lock) {
            guarded++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            RaceLocked shared = new RaceLocked();
            Thread other = new Thread(shared::add);
            other.start();
            shared.add();
            other.join();
        }
    }
}

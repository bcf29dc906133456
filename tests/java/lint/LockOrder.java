// lint: lock-order
// shows: --show locks LockOrder ~ LockOrder.give:12 takes .*lang.Object made at LockOrder.<clinit>:6
// shows: --show locks LockOrder.give:12 LockOrder ~ always holds .*LockOrder.<clinit>:5
public class LockOrder {
    static final Object ONE = new Object();
    static final Object OTHER = new Object();
    static int moved;

    // The two orders of taking the locks are in two methods.
    static void give() {
        synchronized (ONE) {
            synchronized (OTHER) {
                moved++;
            }
        }
    }

    static void take() {
        synchronized (OTHER) {
            synchronized (ONE) {
                moved--;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(LockOrder::give).start();
        take();
    }
}

// expect: error deadlock
// Two monitors taken in opposite orders.
public class LockOrderDeadlock {
    static final Object A = new Object();
    static final Object B = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                first.hashCode();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}

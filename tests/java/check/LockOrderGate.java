// expect: ok
// Opposite orders, but only inside a third monitor that lets one thread in at a time.
public class LockOrderGate {
    static final Object GATE = new Object();
    static final Object A = new Object();
    static final Object B = new Object();

    static void both(Object first, Object second) {
        synchronized (GATE) {
            synchronized (first) {
                synchronized (second) {
                    first.hashCode();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, A)).start();
    }
}

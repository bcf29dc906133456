// expect: ok
// Opposite orders, but the second thread starts when the first has ended.
public class LockOrderJoined {
    static final Object A = new Object();
    static final Object B = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                first.hashCode();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> both(A, B));
        first.start();
        first.join();
        new Thread(() -> both(B, A)).start();
    }
}

// expect: ok
// Two monitors taken in the same order by all.
public class LockOrderRight {
    static final Object A = new Object();
    static final Object B = new Object();

    static void both() {
        synchronized (A) {
            synchronized (B) {
                A.hashCode();
            }
        }
    }

    public static void main(String[] args) {
        new Thread(LockOrderRight::both).start();
        new Thread(LockOrderRight::both).start();
    }
}

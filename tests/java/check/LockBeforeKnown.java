// expect: error deadlock
// A lock that nobody else could know when it was taken takes part in a deadlock once it is known.
public class LockBeforeKnown {
    static final Object other = new Object();
    static volatile Object known;

    public static void main(String[] args) {
        new Thread(() -> {
            Object found = known;
            if (found != null) {
                synchronized (other) {
                    synchronized (found) {
                    }
                }
            }
        }).start();
        Object own = new Object();
        synchronized (own) {
            known = own;
            synchronized (other) {
            }
        }
    }
}

// lint: none
// A third lock around both orders lets only one of them be under way.
public class LockOrderGated {
    static final Object GATE = new Object();
    static final Object ONE = new Object();
    static final Object OTHER = new Object();
    static int moved;

    static void give() {
        synchronized (GATE) {
            synchronized (ONE) {
                synchronized (OTHER) {
                    moved++;
                }
            }
        }
    }

    static void take() {
        synchronized (GATE) {
            synchronized (OTHER) {
                synchronized (ONE) {
                    moved--;
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(LockOrderGated::give).start();
        take();
    }
}

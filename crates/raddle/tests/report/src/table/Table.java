package table;

import java.util.concurrent.locks.ReentrantLock;

public class Table {
    static final Object left = new Object();
    static final Object right = new Object();
    static final ReentrantLock bell = new ReentrantLock();
    static boolean served;

    static void eat(Object first, Object second) {
        while (!served) {
            Thread.onSpinWait();
        }
        bell.lock();
        bell.unlock();
        synchronized (first) {
            synchronized (second) {
                System.out.println("eating");
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> eat(left, right), "P0").start();
        new Thread(() -> eat(right, left), "P1").start();
        served = true;
    }
}

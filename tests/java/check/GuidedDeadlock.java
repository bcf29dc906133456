// expect: error deadlock
// options: --search guided --sequence GuidedDeadlock.enter:8,GuidedDeadlock.enter:8,GuidedDeadlock.enter:9
// Both hold their first lock, and one comes to stand before its second: that it cannot go on there counts as having passed.
public class GuidedDeadlock {
    static int entered;

    static void enter(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                entered++;
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        new Thread(() -> enter(a, b)).start();
        new Thread(() -> enter(b, a)).start();
    }
}

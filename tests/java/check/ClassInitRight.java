// expect: ok
// Two threads initialise the same two classes, which need each other in one direction only.
public class ClassInitRight {
    static int made;

    static class Left {
        static final Object OTHER = Right.VALUE;
    }

    static class Right {
        static final Object VALUE = new Object();

        static {
            made++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(() -> Left.OTHER.hashCode());
        Thread right = new Thread(() -> Right.VALUE.hashCode());
        left.start();
        right.start();
        left.join();
        right.join();
        assert made == 1;
    }
}

// expect: error deadlock
// Two classes that initialise each other, from two threads (JVMS 5.5).
public class ClassInitDeadlock {
    static class Left {
        static final Object VALUE = new Object();
        static final Object OTHER = Right.VALUE;
    }

    static class Right {
        static final Object VALUE = new Object();
        static final Object OTHER = Left.VALUE;
    }

    public static void main(String[] args) {
        new Thread(() -> Left.OTHER.hashCode()).start();
        new Thread(() -> Right.OTHER.hashCode()).start();
    }
}

// expect: error deadlock
// An initialiser waits for a thread that waits for the initialiser.
public class ClassInitJoins {
    static int value = 1;

    static {
        Thread helper = new Thread(() -> value++);
        helper.start();
        try {
            helper.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        assert value == 2;
    }
}

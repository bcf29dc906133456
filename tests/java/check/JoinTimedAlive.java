// expect: ok
// A thread that is not alive after a timed join has ended, and what it did is seen (JLS 17.4.4).
public class JoinTimedAlive {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> value = 1);
        child.start();
        child.join(1000);
        if (!child.isAlive()) {
            assert value == 1 : "not there yet";
        }
    }
}

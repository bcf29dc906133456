// expect: error assertion, message ~ not there yet
// warn: perhaps race
// A join with a time-out may return before the thread has ended.
public class JoinTimed {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> value = 1);
        child.start();
        child.join(1000);
        assert value == 1 : "not there yet";
    }
}

// expect: ok
// Between the look and the wait the thread cannot end: that takes its monitor.
public class JoinedByHand {
    static volatile int steps;

    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> steps++);
        brief.start();
        synchronized (brief) {
            while (brief.isAlive()) {
                int before = steps;
                brief.wait();
                assert steps >= before;
            }
        }
        assert steps == 1;
    }
}

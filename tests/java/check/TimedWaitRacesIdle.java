// expect: ok
// options: --timeouts idle
// warn: race
// The wait times out only after the writer has ended, but a time-out orders nothing: the two never come next in one state, and race.
public class TimedWaitRacesIdle {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> value = 1).start();
        synchronized (lock) {
            lock.wait(100);
        }
        assert value == 1 : "too early";
    }
}

// expect: ok
// options: --timeouts idle
// warn: race
// If sleep lasts until nothing else can run the value is there, but the accesses still race.
public class SleepOrdersIdle {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> value = 1).start();
        Thread.sleep(1000);
        assert value == 1 : "too early";
    }
}

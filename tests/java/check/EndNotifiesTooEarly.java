// expect: error deadlock
// A thread that ends wakes those who wait at its monitor, but not those who come later.
public class EndNotifiesTooEarly {
    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> {});
        brief.start();
        synchronized (brief) {
            brief.wait();
        }
    }
}

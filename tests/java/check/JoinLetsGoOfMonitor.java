// expect: error assertion, message ~ came between
// Who joins a thread while holding its monitor lets go of it meanwhile.
public class JoinLetsGoOfMonitor {
    static int guarded;

    public static void main(String[] args) throws InterruptedException {
        Thread brief = new Thread(() -> {});
        Thread other = new Thread(() -> {
            synchronized (brief) {
                guarded++;
            }
        });
        other.start();
        synchronized (brief) {
            brief.start();
            int before = guarded;
            brief.join();
            assert guarded == before : "came between";
        }
    }
}

// expect: error assertion, message ~ not written
// The program may end before its daemon has done its work: a shutdown hook sees it.
public class DaemonCutShort {
    static volatile boolean written;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> written = true);
        daemon.setDaemon(true);
        daemon.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert written : "not written";
        }));
    }
}

// expect: error assertion
// A thread that the program does not wait for can go on after the last write of the others, before the program ends.
public class DaemonSeesLast {
    static volatile int x, y;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            int first = x;
            int second = y;
            assert first + second < 2 : "both are written";
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> y = 1).start();
        x = 1;
    }
}

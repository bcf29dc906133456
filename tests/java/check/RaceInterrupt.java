// expect: ok
// options: --property race
// An interrupt orders what came before it before what follows its detection (JLS 17.4.4).
public class RaceInterrupt {
    static int value;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            if (Thread.interrupted()) {
                assert value == 1;
            }
        });
        thread.start();
        value = 1;
        thread.interrupt();
    }
}

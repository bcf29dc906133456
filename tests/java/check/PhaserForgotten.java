// expect: error deadlock
// A registered party that neither arrives nor deregisters.
import java.util.concurrent.Phaser;

public class PhaserForgotten {
    static volatile boolean registered;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(1);
        new Thread(() -> {
            phaser.register();
            registered = true;
        }).start();
        if (registered) {
            phaser.arriveAndAwaitAdvance();
        }
    }
}

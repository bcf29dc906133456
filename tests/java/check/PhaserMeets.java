// expect: ok
// Two parties arrive and go on together.
import java.util.concurrent.Phaser;

public class PhaserMeets {
    static int a;
    static int b;

    public static void main(String[] args) {
        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            a = 1;
            phaser.arriveAndAwaitAdvance();
            assert b == 2;
        }).start();
        b = 2;
        phaser.arriveAndAwaitAdvance();
        assert a == 1;
    }
}

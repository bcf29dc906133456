// expect: ok
// Two threads take strict turns.
public class Alternating {
    static int turn;
    static String said = "";

    static synchronized void say(int me) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            while (turn != me) {
                Alternating.class.wait();
            }
            said += me;
            turn = 1 - me;
            Alternating.class.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                say(1);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        say(0);
        other.join();
        assert said.equals("0101");
    }
}

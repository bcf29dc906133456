// expect: ok
// A loop that watches its interrupt flag ends.
public class InterruptSpin {
    public static void main(String[] args) {
        Thread spinner = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.yield();
            }
        });
        spinner.start();
        spinner.interrupt();
    }
}

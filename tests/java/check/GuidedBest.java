// expect: error assertion, message ~ closed
// options: --search best --queue 100000 --sequence GuidedBest.pay:17,GuidedBest.close,GuidedBest.pay:18
// The same kind of search with a queue, along a look, an act of another, and what depends on the look.
public class GuidedBest {
    private boolean open = true;

    private synchronized boolean isOpen() {
        return open;
    }

    private synchronized void close() {
        open = false;
    }

    private void pay() {
        // Between the look and the payment the till may be closed.
        if (isOpen()) {
            synchronized (this) {
                assert open : "closed";
            }
        }
    }

    public static void main(String[] args) {
        GuidedBest till = new GuidedBest();
        for (int i = 0; i < 5; i++) {
            new Thread(till::pay).start();
        }
        till.close();
    }
}

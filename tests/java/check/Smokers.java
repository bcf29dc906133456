// expect: ok
// Cigarette smokers: the agent names the pair it put down, and only the smoker who lacks just these goes on.
public class Smokers {
    static final int EMPTY = -1;
    static int table = EMPTY;

    static synchronized void smoke(int lacking) throws InterruptedException {
        while (table != lacking) {
            Smokers.class.wait();
        }
        table = EMPTY;
        Smokers.class.notifyAll();
    }

    static synchronized void serve(int lacking) throws InterruptedException {
        while (table != EMPTY) {
            Smokers.class.wait();
        }
        table = lacking;
        Smokers.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            int lacking = i;
            new Thread(() -> {
                try {
                    smoke(lacking);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        serve(1);
        serve(0);
    }
}

// expect: error assertion, message ~ between the stages
// args: 2 1
// Every access holds its lock, yet the two stages are not one: no race, and an error. Arguments: writers, readers.
public class TwoStage {
    static final Object FIRST_LOCK = new Object();
    static final Object SECOND_LOCK = new Object();
    static int first;
    static int second;

    static void write() {
        synchronized (FIRST_LOCK) {
            first = 1;
        }
        synchronized (SECOND_LOCK) {
            second = first() + 1;
        }
    }

    static int first() {
        synchronized (FIRST_LOCK) {
            return first;
        }
    }

    static void read() {
        int seen = first();
        if (seen == 0) {
            return;
        }
        synchronized (SECOND_LOCK) {
            assert second == seen + 1 : "between the stages";
        }
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(TwoStage::write).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(TwoStage::read).start();
        }
    }
}

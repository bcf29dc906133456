// expect: error assertion, message ~ changed meanwhile
// warn: perhaps race
// args: 1 2
// Two kinds of threads guard the same data by different locks. Arguments: threads of either kind.
public class Wronglock {
    static final Object DATA_LOCK = new Object();
    static int data;

    static void byDataLock() {
        synchronized (DATA_LOCK) {
            int before = data;
            data++;
            assert data == before + 1 : "changed meanwhile";
        }
    }

    static synchronized void byClassLock() {
        data++;
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(Wronglock::byDataLock).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(Wronglock::byClassLock).start();
        }
    }
}

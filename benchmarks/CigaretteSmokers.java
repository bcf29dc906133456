// origin: Patil
// sizes: rounds=3
// small: 1
// wrong: error deadlock
// right: ok
// An agent lays two of three ingredients on the table; the smoker who has the third takes them. The wrong smoker takes them one
// by one, and so may keep one that another needs.
public class CigaretteSmokers {
    static boolean right;
    static final boolean[] TABLE = new boolean[3];
    static boolean closed;

    static synchronized void take(int... ingredients) throws InterruptedException {
        while (!closed && !allThere(ingredients)) {
            CigaretteSmokers.class.wait();
        }
        for (int ingredient : ingredients) {
            TABLE[ingredient] = false;
        }
    }

    static boolean allThere(int... ingredients) {
        for (int ingredient : ingredients) {
            if (!TABLE[ingredient]) {
                return false;
            }
        }
        return true;
    }

    static synchronized boolean smoked() {
        CigaretteSmokers.class.notifyAll();
        return !closed;
    }

    static void smoke(int own) throws InterruptedException {
        int first = (own + 1) % 3;
        int second = (own + 2) % 3;
        do {
            if (right) {
                take(first, second);
            } else {
                take(first);
                take(second);
            }
        } while (smoked());
    }

    /** Lays out all but one ingredient and waits until they are gone. */
    static synchronized void layOut(int missing) throws InterruptedException {
        for (int ingredient = 0; ingredient < 3; ingredient++) {
            TABLE[ingredient] = ingredient != missing;
        }
        CigaretteSmokers.class.notifyAll();
        while (TABLE[0] || TABLE[1] || TABLE[2]) {
            CigaretteSmokers.class.wait();
        }
    }

    static synchronized void close() {
        closed = true;
        CigaretteSmokers.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 3);
        right = benchmark.right;
        Benchmark.start(3, CigaretteSmokers::smoke);
        for (int round = 0; round < benchmark.size(0); round++) {
            layOut(round % 3);
        }
        close();
    }
}

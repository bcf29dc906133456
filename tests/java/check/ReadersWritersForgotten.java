// expect: error assertion, message ~ half a write
// warn: perhaps race
// The writer waits for other writers only.
public class ReadersWritersForgotten {
    static int readers;
    static boolean writing;
    static int x;
    static int y;

    static synchronized void beginRead() throws InterruptedException {
        while (writing) {
            ReadersWritersForgotten.class.wait();
        }
        readers++;
    }

    static synchronized void endRead() {
        readers--;
        ReadersWritersForgotten.class.notifyAll();
    }

    static synchronized void beginWrite() throws InterruptedException {
        while (writing) {
            ReadersWritersForgotten.class.wait();
        }
        writing = true;
    }

    static synchronized void endWrite() {
        writing = false;
        ReadersWritersForgotten.class.notifyAll();
    }

    static void read() {
        try {
            beginRead();
            int seen = x;
            assert seen == y : "half a write";
            endRead();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(ReadersWritersForgotten::read).start();
        beginWrite();
        x = 1;
        y = 1;
        endWrite();
    }
}

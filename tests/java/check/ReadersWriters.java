// expect: ok
// Many readers or one writer: a writer's two writes are never seen half done.
public class ReadersWriters {
    static int readers;
    static boolean writing;
    static int x;
    static int y;

    static synchronized void beginRead() throws InterruptedException {
        while (writing) {
            ReadersWriters.class.wait();
        }
        readers++;
    }

    static synchronized void endRead() {
        readers--;
        ReadersWriters.class.notifyAll();
    }

    static synchronized void beginWrite() throws InterruptedException {
        while (writing || readers > 0) {
            ReadersWriters.class.wait();
        }
        writing = true;
    }

    static synchronized void endWrite() {
        writing = false;
        ReadersWriters.class.notifyAll();
    }

    static void read() {
        try {
            beginRead();
            assert x == y : "half a write";
            endRead();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(ReadersWriters::read).start();
        new Thread(ReadersWriters::read).start();
        beginWrite();
        x = 1;
        y = 1;
        endWrite();
    }
}

// expect: incomplete, reason ~ uses classes of its own making after it has started threads
// unfollowed: a class loader of the program's own
// A class loader that is made on a path, and the classes it defines, could not be taken back.
import java.io.IOException;
import java.io.InputStream;

public class LoaderMadeByThread extends ClassLoader {
    static volatile int turns;

    LoaderMadeByThread() {
        super(null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = LoaderMadeByThread.class.getResourceAsStream("/LoaderMadeByThread.class")) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    static void load() {
        turns++;
        try {
            Class<?> own = new LoaderMadeByThread().loadClass("LoaderMadeByThread");
            assert own != LoaderMadeByThread.class;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(LoaderMadeByThread::load);
        other.start();
        load();
        other.join();
    }
}

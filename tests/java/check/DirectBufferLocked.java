// expect: ok
// The same under a lock; besides, each thread has a buffer of its own, and copies from one to the other.
import java.nio.ByteBuffer;

public class DirectBufferLocked {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        Runnable increment = () -> {
            ByteBuffer own = ByteBuffer.allocateDirect(8);
            synchronized (buffer) {
                own.put(0, buffer, 0, 8);
                own.putLong(0, own.getLong(0) + 1);
                buffer.put(0, own, 0, 8);
            }
        };
        Thread one = new Thread(increment);
        Thread two = new Thread(increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert buffer.getLong(0) == 2 : "lost update";
    }
}

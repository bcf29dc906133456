// expect: error assertion, message ~ half a write
// warn: race
// What is copied from memory outside the heap into an array that others can reach is written there in one step, which they can notice.
import java.nio.ByteBuffer;

public class DirectBufferCopied {
    static final byte[] shared = new byte[2];

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            ByteBuffer own = ByteBuffer.allocateDirect(2);
            own.put(0, (byte) 1).put(1, (byte) 1);
            own.get(0, shared);
        });
        writer.start();
        int first = shared[0];
        int second = shared[1];
        assert first == second : "half a write";
        writer.join();
    }
}

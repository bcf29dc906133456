// expect: error assertion, message ~ lost update
// warn: race
// Memory outside the heap is shared like any other: between a thread's read and its write another one may write, and what was written is taken
// back with the state.
import java.nio.ByteBuffer;

public class DirectBufferShared {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        Runnable increment = () -> buffer.putInt(0, buffer.getInt(0) + 1);
        Thread one = new Thread(increment);
        Thread two = new Thread(increment);
        one.start();
        two.start();
        one.join();
        two.join();
        assert buffer.getInt(0) == 2 : "lost update";
    }
}

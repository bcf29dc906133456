// expect: ok
// What a compression stream has taken in is taken back with the state.
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

public class CompressedByTwo {
    static volatile int turns;

    static void roundTrip(int seed) {
        byte[] text = ("again and again and again " + seed).getBytes();
        Deflater deflater = new Deflater();
        turns++;
        deflater.setInput(text);
        deflater.finish();
        byte[] packed = new byte[100];
        int length = deflater.deflate(packed);
        turns++;
        Inflater inflater = new Inflater();
        inflater.setInput(packed, 0, length);
        byte[] unpacked = new byte[text.length];
        try {
            inflater.inflate(unpacked);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e);
        }
        assert java.util.Arrays.equals(text, unpacked) : "not what was packed";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> roundTrip(1));
        other.start();
        roundTrip(2);
        other.join();
    }
}

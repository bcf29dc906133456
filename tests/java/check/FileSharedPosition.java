// expect: error assertion, message ~ who read first
// Two threads read from one descriptor: whoever comes first gets the first byte (0xCA of a class file).
import java.io.FileInputStream;
import java.io.IOException;

public class FileSharedPosition {
    static int other;

    public static void main(String[] args) throws InterruptedException, IOException {
        String directory = FileSharedPosition.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        FileInputStream in = new FileInputStream(directory + "/FileSharedPosition.class");
        Thread reader = new Thread(() -> {
            try {
                other = in.read();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        reader.start();
        int mine = in.read();
        reader.join();
        assert mine + other == 0xCA + 0xFE : "a byte was lost";
        assert mine == 0xCA : "who read first";
        in.close();
    }
}

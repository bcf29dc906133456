// expect: ok
// Two threads read files of their own while others run: what was read is taken back with the state.
import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;

public class FileReadByTwo {
    static volatile int longest;

    public static void main(String[] args) throws InterruptedException {
        String directory = FileReadByTwo.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        String file = directory + "/FileReadByTwo.class";
        Runnable reader = () -> {
            try (BufferedReader in = new BufferedReader(new FileReader(file))) {
                int first = in.read();
                longest = Math.max(longest, first);
                assert in.read() != -1;
                assert first > 0;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        Thread other = new Thread(reader);
        other.start();
        reader.run();
        other.join();
        assert longest > 0 && new File(file).exists() && new File(directory).list().length > 0;
    }
}

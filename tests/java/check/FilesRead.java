// expect: ok
// unfollowed: what the file system gives is of interfaces
// java.nio.file reads through memory outside the heap and by descriptors of its own, both of which are taken back with the state.
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class FilesRead {
    static volatile int bytes;

    public static void main(String[] args) throws Exception {
        Path path = Path.of(FilesRead.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path own = path.resolve("FilesRead.class");
        Thread reader = new Thread(() -> {
            int before = bytes;
            try {
                bytes = before + Files.readAllBytes(own).length;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        reader.start();
        bytes++;
        bytes++;
        reader.join();
        long more = bytes - Files.size(own);
        assert bytes == 1 || bytes == 2 || 0 <= more && more <= 2 : bytes;
    }
}

// expect: incomplete, reason ~ uses the file system after it has started threads
// unfollowed: what the file system says
// Neither is a directory made, in a thread, nor is that passed over.
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class DirectoryMadeByThread {
    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> {
            try {
                Files.createDirectory(Path.of("/nowhere/made"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        maker.start();
        maker.join();
    }
}

// expect: incomplete, reason ~ uses the file /nowhere/out\.txt after it has started threads
// What a thread writes to a file could not be taken back, so nothing is written, and the search says where it ended.
import java.io.FileOutputStream;
import java.io.IOException;

public class FileWrittenByThread {
    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            try (FileOutputStream out = new FileOutputStream("/nowhere/out.txt")) {
                out.write(1);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        writer.join();
    }
}

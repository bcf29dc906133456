// expect: ok
// Random bytes come from a device that is opened when the class library wants it, and go on from where they were.
import java.util.UUID;

public class RandomIdentities {
    static UUID one;
    static UUID two;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> one = UUID.randomUUID());
        other.start();
        other.join();
        two = UUID.randomUUID();
        assert !one.equals(two);
    }
}

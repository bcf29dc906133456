// expect: error assertion, message ~ lost update
// Errors after a record's equals, hashCode and toString are found like any other.
import java.util.HashMap;

public class RecordKeys {
    record Key(String name, int number) {}

    static volatile int count;

    static void increment() {
        HashMap<Key, Integer> map = new HashMap<>();
        map.put(new Key("a", 1), 1);
        assert map.get(new Key("a", 1)) == 1;
        assert new Key("a", 1).toString().equals("Key[name=a, number=1]");
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(RecordKeys::increment);
        other.start();
        increment();
        other.join();
        assert count == 2 : "lost update";
    }
}

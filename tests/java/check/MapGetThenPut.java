// expect: error assertion, message ~ lost update
// get and put of a ConcurrentHashMap are atomic each, not together.
import java.util.concurrent.ConcurrentHashMap;

public class MapGetThenPut {
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    static void increment() {
        MAP.put("k", MAP.get("k") + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        MAP.put("k", 0);
        Thread other = new Thread(MapGetThenPut::increment);
        other.start();
        increment();
        other.join();
        assert MAP.get("k") == 2 : "lost update";
    }
}

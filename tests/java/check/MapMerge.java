// expect: ok
// merge of a ConcurrentHashMap is atomic.
import java.util.concurrent.ConcurrentHashMap;

public class MapMerge {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread other = new Thread(() -> map.merge("k", 1, Integer::sum));
        other.start();
        map.merge("k", 1, Integer::sum);
        other.join();
        assert map.get("k") == 2;
    }
}

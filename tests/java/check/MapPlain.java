// expect: error assertion, message ~ lost entry
// warn: perhaps race
// A HashMap that two threads put into can lose an entry.
import java.util.HashMap;

public class MapPlain {
    public static void main(String[] args) throws InterruptedException {
        HashMap<Integer, Integer> map = new HashMap<>();
        Thread other = new Thread(() -> map.put(1, 1));
        other.start();
        map.put(2, 2);
        other.join();
        assert map.size() == 2 && map.containsKey(1) && map.containsKey(2) : "lost entry";
    }
}

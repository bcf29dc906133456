// Three threads on one ConcurrentHashMap: one merges, one puts and removes, one computes. Argument: rounds of each.
import java.util.concurrent.ConcurrentHashMap;

public class MapProgram {
    public static void main(String[] args) throws InterruptedException {
        int rounds = Integer.parseInt(args[0]);
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread[] threads = {
            new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    map.merge("count", 1, Integer::sum);
                }
            }),
            new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    map.put("other", i);
                    map.remove("other");
                }
            }),
            new Thread(() -> {
                for (int i = 0; i < rounds; i++) {
                    map.compute("count", (key, value) -> value == null ? 1 : value + 1);
                }
            }),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert map.get("count") == 2 * rounds && !map.containsKey("other");
    }
}

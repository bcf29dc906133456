// lint: none
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

public class CollectionsRight {
    static final List<Integer> SAFE = java.util.Collections.synchronizedList(new ArrayList<>());
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    static void fill() {
        SAFE.add(1);
        MAP.putIfAbsent("k", 1);
    }

    public static void main(String[] args) {
        new Thread(CollectionsRight::fill).start();
        fill();
        synchronized (SAFE) {
            for (int one : SAFE) {
                System.out.println(one);
            }
        }
    }
}

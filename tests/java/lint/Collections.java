// lint: race unlocked-iteration check-then-act
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

public class Collections {
    static final List<Integer> SAFE = java.util.Collections.synchronizedList(new ArrayList<>());
    static final List<Integer> BARE = new ArrayList<>();
    static final ConcurrentHashMap<String, Integer> MAP = new ConcurrentHashMap<>();

    static void fill() {
        SAFE.add(1);
        BARE.add(1);
        if (!MAP.containsKey("k")) {
            MAP.put("k", 1);
        }
    }

    public static void main(String[] args) {
        new Thread(Collections::fill).start();
        fill();
        for (int one : SAFE) {
            System.out.println(one);
        }
    }
}

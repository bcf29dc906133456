// expect: ok
// computeIfAbsent calls its function once for a key.
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class MapComputeOnce {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
        AtomicInteger calls = new AtomicInteger();
        Thread other = new Thread(() -> map.computeIfAbsent("k", key -> calls.incrementAndGet()));
        other.start();
        map.computeIfAbsent("k", key -> calls.incrementAndGet());
        other.join();
        assert calls.get() == 1;
    }
}

// expect: error deadlock
// A task waits for another that the only worker would have to run.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorStarved {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> pool.submit(() -> 1).get());
    }
}

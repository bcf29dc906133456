// expect: ok
// A task in a fixed pool; shutdown lets its worker end.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ExecutorSubmit {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<Integer> task = pool.submit(() -> 1);
        pool.shutdown();
        assert task.get() == 1;
    }
}

// expect: error deadlock
// A pool that is not shut down keeps the program alive with a worker that waits for ever.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

public class ExecutorNotShutDown {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        assert Executors.newFixedThreadPool(1).submit(() -> 1).get() == 1;
    }
}

// expect: error exception, message ~ RejectedExecutionException
// A task handed in after shutdown is rejected.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorRejected {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        new Thread(pool::shutdown).start();
        pool.execute(() -> {});
    }
}

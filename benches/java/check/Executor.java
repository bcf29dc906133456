// A fixed pool whose tasks are submitted, waited for, and shut down. Arguments: workers, tasks.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Executor {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(Integer.parseInt(args[0]));
        int tasks = Integer.parseInt(args[1]);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int number = i;
            futures.add(pool.submit(() -> number));
        }
        int sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get();
        }
        assert sum == tasks * (tasks - 1) / 2;
        pool.shutdown();
    }
}

// expect: ok
// A FutureTask runs once, and get returns what it computed.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

public class FutureTaskGet {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        AtomicInteger runs = new AtomicInteger();
        FutureTask<Integer> task = new FutureTask<>(() -> runs.incrementAndGet() + 41);
        new Thread(task).start();
        new Thread(task).start();
        assert task.get() == 42;
        assert runs.get() == 1;
    }
}

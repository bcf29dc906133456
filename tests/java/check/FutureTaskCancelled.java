// expect: error exception, message ~ CancellationException
// A task that is cancelled before it is done has no result.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

public class FutureTaskCancelled {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        FutureTask<Integer> task = new FutureTask<>(() -> 42);
        new Thread(task).start();
        new Thread(() -> task.cancel(false)).start();
        assert task.get() == 42;
    }
}

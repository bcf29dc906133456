// expect: ok
// Two futures completed by two threads, combined.
import java.util.concurrent.CompletableFuture;

public class CompletableCombine {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        new Thread(() -> a.complete(1)).start();
        new Thread(() -> b.complete(2)).start();
        assert a.thenCombine(b, Integer::sum).join() == 3;
    }
}

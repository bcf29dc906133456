// expect: error deadlock
// A future that one order of the threads leaves without a value.
import java.util.concurrent.CompletableFuture;

public class CompletableNever {
    static volatile boolean asked;

    public static void main(String[] args) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        new Thread(() -> {
            if (asked) {
                answer.complete("yes");
            }
        }).start();
        asked = true;
        answer.join();
    }
}

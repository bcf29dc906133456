// expect: error assertion, message ~ not interrupted
// An interruption may come before the thread is started, before it looks, or after.
public class InterruptBeforeStart {
    public static void main(String[] args) {
        Thread late = new Thread(() -> {
            assert Thread.currentThread().isInterrupted() : "not interrupted";
        });
        new Thread(late::interrupt).start();
        late.start();
    }
}

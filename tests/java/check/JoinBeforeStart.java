// expect: error assertion, message ~ not there yet
// Who joins a thread that has not been started does not wait for it.
public class JoinBeforeStart {
    static volatile boolean done;

    public static void main(String[] args) {
        Thread late = new Thread(() -> done = true);
        new Thread(() -> {
            try {
                late.join();
            } catch (InterruptedException e) {
                return;
            }
            assert done : "not there yet";
        }).start();
        late.start();
    }
}

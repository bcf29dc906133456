// expect: error assertion, message ~ seen alive
// Whether a thread is alive may be asked before it is started and, just as well, after.
public class AliveBeforeStart {
    public static void main(String[] args) {
        Thread late = new Thread(() -> {});
        new Thread(() -> {
            assert !late.isAlive() : "seen alive";
        }).start();
        late.start();
    }
}

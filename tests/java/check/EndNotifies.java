// expect: error assertion, message ~ woken
// Who waits at the monitor of a thread by the time it ends is woken.
public class EndNotifies {
    public static void main(String[] args) {
        Thread brief = new Thread(() -> {});
        Thread waiting = new Thread(() -> {
            synchronized (brief) {
                try {
                    brief.wait();
                } catch (InterruptedException e) {
                    return;
                }
            }
            assert false : "woken";
        });
        waiting.setDaemon(true);
        waiting.start();
        brief.start();
    }
}

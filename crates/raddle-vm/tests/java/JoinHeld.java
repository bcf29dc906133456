// Who joins a thread needs its monitor, which another may hold beyond the thread's end for as long as it likes.
public class JoinHeld {
    static volatile int steps;
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        Thread child = new Thread(() -> done = true);
        Thread holder = new Thread(() -> {
            synchronized (child) {
                steps = 10;
                steps = 20;
            }
            steps = 30;
        });
        holder.start();
        child.start();
        child.join();
        holder.join();
        assert done && steps == 30;
    }
}

// expect: ok
// Threads that do nothing.
public class EmptyThreads {
    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {}).start();
        }
    }
}

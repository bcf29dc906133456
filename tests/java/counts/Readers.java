// args: 13
// small: 6
// states: 16384 28
// finals: 1
// traces: 8192
// values: 8192
// schedules: 8192
// One writer and n readers of one variable.
public class Readers {
    static int x;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable read = () -> {
            int unused = x;
        };
        new Thread(() -> x = 1).start();
        for (int i = 0; i < n; i++) {
            new Thread(read).start();
        }
    }
}

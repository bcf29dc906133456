// args: 6
// small: 3
// states: 2187 84
// finals: 1
// traces: 729
// values: 729
// schedules: 729
// Message passing: one thread writes x, then y; n threads read y, then x.
public class Mp {
    static int x;
    static int y;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable read = () -> {
            int unusedY = y;
            int unusedX = x;
        };
        new Thread(() -> {
            x = 1;
            y = 1;
        }).start();
        for (int i = 0; i < n; i++) {
            new Thread(read).start();
        }
    }
}

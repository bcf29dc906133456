// args: 5
// small: 4
// states: 243 45
// finals: 1
// traces: 14400
// values: 4
// large: 20 4
// schedules: 25
// n - 1 threads set a, then b; one reads a, then b.
public class Reorder {
    static int a;
    static int b;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable set = () -> {
            a = 1;
            b = -1;
        };
        for (int i = 1; i < n; i++) {
            new Thread(set).start();
        }
        new Thread(() -> {
            int unusedA = a;
            int unusedB = b;
        }).start();
    }
}

// args: 4
// small: 2
// states: 6610 6610
// finals: 490
// traces: 1107
// values: 1107
// schedules: 1107
// Two threads add each other's variable to their own, n times; main does not read.
public class Fib {
    static int i = 1;
    static int j = 1;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        new Thread(() -> {
            for (int k = 0; k < n; k++) {
                i = i + j;
            }
        }).start();
        new Thread(() -> {
            for (int k = 0; k < n; k++) {
                j = j + i;
            }
        }).start();
    }
}

// args: 7
// small: 4
// states: 449 449
// finals: 7
// traces: 5040
// values: 1
// schedules: 1
// n threads write one variable once, each a value of its own.
public class NWriters {
    static int x;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        for (int i = 1; i <= n; i++) {
            int mine = i;
            new Thread(() -> x = mine).start();
        }
    }
}

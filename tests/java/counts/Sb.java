// args: 8
// small: 4
// states: 6561 6561
// finals: 1
// traces: 255
// values: 255
// schedules: 255
// Store buffering in a ring: each of n threads writes its variable and reads the next one's.
public class Sb {
    static int[] x;

    static void writeThenRead(int mine, int next) {
        x[mine] = 1;
        int unused = x[next];
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        x = new int[n];
        for (int i = 0; i < n; i++) {
            int mine = i;
            int next = (i + 1) % n;
            new Thread(() -> writeThenRead(mine, next)).start();
        }
    }
}

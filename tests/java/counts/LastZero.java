// args: 10
// small: 4
// traces: 3328
// values: 3328
// schedules: 3328
// n threads fill a[j] with a[j - 1] + 1; another looks for the last zero from behind.
public class LastZero {
    static int[] a;

    static void search(int from) {
        int i = from;
        while (a[i] != 0) {
            i--;
        }
    }

    static void fill(int j) {
        a[j] = a[j - 1] + 1;
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        a = new int[n + 1];
        new Thread(() -> search(n)).start();
        for (int i = 1; i <= n; i++) {
            int j = i;
            new Thread(() -> fill(j)).start();
        }
    }
}

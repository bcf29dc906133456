// args: 5
// small: 4
// states: 2027 112
// finals: 5
// traces: 14400
// values: 541
// schedules: 1296
// n threads increment without a lock.
public class RaceCtr {
    static int x;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable increment = () -> x++;
        for (int i = 0; i < n; i++) {
            new Thread(increment).start();
        }
    }
}

// expect: ok
// args: 2 1
// Setters and checkers hold the same monitor.
public class ReorderSync {
    static int a;
    static int b;

    static synchronized void set() {
        a = 1;
        b = -1;
    }

    static synchronized void check() {
        assert a == 0 && b == 0 || a == 1 && b == -1 : "one without the other";
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(ReorderSync::set).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(ReorderSync::check).start();
        }
    }
}

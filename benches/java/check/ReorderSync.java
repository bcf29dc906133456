// Setters write two fields under a monitor, checkers read them under the same. Arguments: setters, checkers.
public class ReorderSync {
    static int a;
    static int b;

    static synchronized void set() {
        a = 1;
        b = -1;
    }

    static synchronized void check() {
        assert a == 0 && b == 0 || a == 1 && b == -1;
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

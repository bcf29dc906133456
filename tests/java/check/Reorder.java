// expect: error assertion, message ~ one without the other
// warn: perhaps race
// args: 2 1
// Setters write two fields one after the other; a checker sees the first only. Arguments: setters, checkers.
public class Reorder {
    static int a;
    static int b;

    static void set() {
        a = 1;
        b = -1;
    }

    static void check() {
        int seenA = a;
        int seenB = b;
        assert seenA == 0 && seenB == 0 || seenA == 1 && seenB == -1 : "one without the other";
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(Reorder::set).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(Reorder::check).start();
        }
    }
}

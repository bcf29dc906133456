// expect: ok
// args: 2 1
// One lock around both stages.
public class TwoStageOk {
    static int first;
    static int second;

    static synchronized void write() {
        first = 1;
        second = first + 1;
    }

    static synchronized void read() {
        int seen = first;
        if (seen != 0) {
            assert second == seen + 1 : "between the stages";
        }
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(TwoStageOk::write).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(TwoStageOk::read).start();
        }
    }
}

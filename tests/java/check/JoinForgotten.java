// expect: error assertion, message ~ not there yet
// warn: perhaps race
// Without the join the value may not be there.
public class JoinForgotten {
    static int value;

    public static void main(String[] args) {
        new Thread(() -> value = 1).start();
        assert value == 1 : "not there yet";
    }
}

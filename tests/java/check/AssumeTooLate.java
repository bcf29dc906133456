// expect: error assertion, message ~ already wrong
// uses: api
// What was wrong before the assumption is reported.
import raddle.Check;
import raddle.Choose;

public class AssumeTooLate {
    public static void main(String[] args) {
        int value = Choose.range(0, 3);
        assert value != 1 : "already wrong";
        Check.assume(value % 2 == 0);
    }
}

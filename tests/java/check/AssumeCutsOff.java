// expect: ok
// uses: api
// A path on which an assumption does not hold is not judged.
import raddle.Check;
import raddle.Choose;

public class AssumeCutsOff {
    public static void main(String[] args) {
        int value = Choose.range(0, 3);
        Check.assume(value % 2 == 0);
        assert value == 0 || value == 2;
    }
}

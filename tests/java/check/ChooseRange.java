// expect: error assertion, message ~ seven is found
// uses: api
// Every value of a range is tried, both ends included.
import raddle.Choose;

public class ChooseRange {
    public static void main(String[] args) {
        int value = Choose.range(3, 7);
        assert value >= 3 && value <= 7;
        assert value != 7 : "seven is found";
    }
}

// expect: ok
// uses: api
// A choice yields one of what is given and nothing else.
import raddle.Choose;

public class ChooseOfNumbers {
    public static void main(String[] args) {
        int small = Choose.of(2, 3, 5);
        long large = Choose.of(1L << 40, 1L << 41);
        assert small == 2 || small == 3 || small == 5;
        assert Long.bitCount(large) == 1;
    }
}

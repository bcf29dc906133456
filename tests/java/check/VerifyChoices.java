// expect: error assertion, message ~ ten
// uses: jpf
// A program written for Java PathFinder runs unchanged.
import gov.nasa.jpf.vm.Verify;

public class VerifyChoices {
    public static void main(String[] args) {
        int sum = Verify.getInt(1, 3) + Verify.getIntFromList(5, 7);
        if (Verify.getBoolean()) {
            Verify.ignoreIf(sum != 10);
            assert false : "ten";
        }
    }
}

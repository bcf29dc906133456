// expect: ok
// uses: jpf
// ignoreIf gives a path up when its condition holds.
import gov.nasa.jpf.vm.Verify;

public class VerifyIgnore {
    static volatile int count;

    static void increment() {
        Verify.beginAtomic();
        count = count + Verify.random(2);
        Verify.endAtomic();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(VerifyIgnore::increment);
        other.start();
        increment();
        other.join();
        Verify.ignoreIf(count < 4);
        assert count == 4;
    }
}

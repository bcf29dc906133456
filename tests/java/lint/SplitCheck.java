// lint: check-then-act
// sequence: SplitCheck.isFree\+1,SplitCheck.take\+\d+,SplitCheck.take\+\d+
// sequence: SplitCheck.isFree\+1,SplitCheck.take\+\d+,SplitCheck.take\+7,SplitCheck.take\+\d+
public class SplitCheck {
    private boolean taken;

    synchronized boolean isFree() {
        return !taken;
    }

    synchronized void take() {
        assert !taken : "taken twice";
        taken = true;
    }

    void takeIfFree() {
        if (isFree()) {
            take();
        }
    }

    // The lock is held over both.
    synchronized void takeRightly() {
        if (isFree()) {
            take();
        }
    }

    public static void main(String[] args) {
        SplitCheck one = new SplitCheck();
        new Thread(one::takeIfFree).start();
        one.takeIfFree();
        one.takeRightly();
    }
}

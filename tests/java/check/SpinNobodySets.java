// expect: error livelock
// A thread spins on a flag that nobody ever sets.
public class SpinNobodySets {
    static volatile boolean ready;

    public static void main(String[] args) {
        while (!ready) {
            Thread.onSpinWait();
        }
    }
}

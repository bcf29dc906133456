// expect: ok
// options: --timeouts idle
// warn: race
// The same along a path: the last element was written before the array is cloned, and nothing orders the two.
public class ArrayCloneRacesIdle {
    public static void main(String[] args) throws InterruptedException {
        int[] shared = new int[5];
        new Thread(() -> shared[4] = 1).start();
        Thread.sleep(10);
        assert shared.clone()[4] == 1;
    }
}

// expect: ok
// warn: race
// A copy writes every element it says, not only the first.
public class ArrayCopyRaces {
    public static void main(String[] args) throws InterruptedException {
        int[] from = {1, 2, 3};
        int[] to = new int[3];
        Thread copier = new Thread(() -> System.arraycopy(from, 0, to, 0, 3));
        copier.start();
        int last = to[2];
        copier.join();
        assert last == 0 || last == 3;
    }
}

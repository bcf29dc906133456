// expect: ok
// warn: race
// A copy between two arrays that others can reach reads the one as well as it writes the other.
public class ArrayCopySourceRaces {
    public static void main(String[] args) throws InterruptedException {
        int[] from = {1, 2, 3};
        int[] to = new int[3];
        Thread copier = new Thread(() -> System.arraycopy(from, 1, to, 0, 2));
        copier.start();
        from[2] = 4;
        copier.join();
        assert to[1] == 3 || to[1] == 4;
    }
}

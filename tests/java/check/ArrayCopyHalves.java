// expect: ok
// Copies of elements that do not overlap conflict with nothing, nor does a copy of none.
public class ArrayCopyHalves {
    public static void main(String[] args) throws InterruptedException {
        int[] from = {1, 2, 3, 4};
        int[] to = new int[4];
        Thread copier = new Thread(() -> {
            System.arraycopy(from, 0, to, 0, 2);
            System.arraycopy(from, 0, to, 2, 0);
        });
        copier.start();
        System.arraycopy(from, 2, to, 2, 2);
        to[3]++;
        copier.join();
        assert to[0] == 1 && to[3] == 5;
    }
}

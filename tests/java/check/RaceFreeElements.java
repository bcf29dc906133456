// expect: ok
// options: --property race
// Different elements are different variables.
public class RaceFreeElements {
    public static void main(String[] args) throws InterruptedException {
        byte[] items = new byte[2];
        Thread a = new Thread(() -> items[0] = 1);
        Thread b = new Thread(() -> items[1] = 2);
        a.start();
        b.start();
        a.join();
        b.join();
        assert items[0] + items[1] == 3;
    }
}

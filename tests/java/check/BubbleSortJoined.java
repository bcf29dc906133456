// expect: ok
// One after the other they sort these items.
public class BubbleSortJoined {
    static final int[] ITEMS = {3, 1, 2};

    static void order(int left) {
        int a = ITEMS[left];
        int b = ITEMS[left + 1];
        if (a > b) {
            ITEMS[left] = b;
            ITEMS[left + 1] = a;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread low = new Thread(() -> order(0));
        low.start();
        low.join();
        Thread high = new Thread(() -> order(1));
        high.start();
        high.join();
        assert ITEMS[0] == 1 && ITEMS[1] == 2 && ITEMS[2] == 3 : "not sorted";
    }
}

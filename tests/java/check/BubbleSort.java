// expect: error assertion, message ~ not sorted
// warn: perhaps race
// A thread for each pair of neighbours, all at once: one pass sorts only if they come in order.
public class BubbleSort {
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
        Thread high = new Thread(() -> order(1));
        low.start();
        high.start();
        low.join();
        high.join();
        assert ITEMS[0] == 1 && ITEMS[1] == 2 && ITEMS[2] == 3 : "not sorted";
    }
}

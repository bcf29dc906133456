// expect: error assertion, message ~ one of twelve
// uses: api
// Choices combine with each other and with the order of threads.
import raddle.Choose;

public class ChooseCombines {
    static volatile int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> seen = 1);
        other.start();
        boolean yes = Choose.bool();
        String word = Choose.of("a", "b", "c");
        int before = seen;
        other.join();
        assert !(yes && word.equals("c") && before == 0) : "one of twelve";
    }
}

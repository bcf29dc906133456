// expect: ok
// Two threads leave with each other's object.
import java.util.concurrent.Exchanger;

public class ExchangerSwaps {
    static String swap(Exchanger<String> exchanger, String mine) {
        try {
            return exchanger.exchange(mine);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        Exchanger<String> exchanger = new Exchanger<>();
        new Thread(() -> {
            assert swap(exchanger, "a").equals("b");
        }).start();
        assert swap(exchanger, "b").equals("a");
    }
}

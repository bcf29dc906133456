// expect: error assertion, message ~ the other's
// Two threads leave with each other's object, not with their own.
import java.util.concurrent.Exchanger;

public class ExchangerOwn {
    static String swap(Exchanger<String> exchanger, String mine) {
        try {
            return exchanger.exchange(mine);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        Exchanger<String> exchanger = new Exchanger<>();
        new Thread(() -> swap(exchanger, "a")).start();
        assert swap(exchanger, "b").equals("b") : "the other's";
    }
}

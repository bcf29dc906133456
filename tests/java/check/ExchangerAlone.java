// expect: error deadlock
// The third has nobody to exchange with.
import java.util.concurrent.Exchanger;

public class ExchangerAlone {
    public static void main(String[] args) throws InterruptedException {
        Exchanger<String> exchanger = new Exchanger<>();
        exchanger.exchange("mine");
    }
}

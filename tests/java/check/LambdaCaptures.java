// expect: error assertion, message ~ lost update
// warn: perhaps race
// A lambda shares what it captures: the array is one, whoever runs the lambda.
import java.util.function.IntSupplier;

public class LambdaCaptures {
    static IntSupplier counter() {
        int[] count = new int[1];
        return () -> ++count[0];
    }

    public static void main(String[] args) throws InterruptedException {
        IntSupplier counter = counter();
        Thread other = new Thread(counter::getAsInt);
        other.start();
        counter.getAsInt();
        other.join();
        assert counter.getAsInt() == 3 : "lost update";
    }
}

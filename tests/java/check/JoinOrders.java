// expect: ok
// What a thread did before it ended is seen by whoever joined it.
public class JoinOrders {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        value = 1;
        Thread child = new Thread(() -> value++);
        child.start();
        child.join();
        assert value == 2;
    }
}

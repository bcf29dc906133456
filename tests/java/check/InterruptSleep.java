// expect: ok
// An interrupt that is pending when sleep is called ends it at once.
public class InterruptSleep {
    public static void main(String[] args) {
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try {
            Thread.sleep(1000);
        } catch (InterruptedException e) {
            thrown = true;
        }
        assert thrown;
        assert !Thread.interrupted();
    }
}

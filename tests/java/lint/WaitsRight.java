// lint: none
public class WaitsRight {
    boolean open;

    synchronized void await() throws InterruptedException {
        while (!open) {
            wait();
        }
    }

    synchronized void wake() {
        open = true;
        notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        WaitsRight waits = new WaitsRight();
        new Thread(waits::wake).start();
        waits.await();
    }
}

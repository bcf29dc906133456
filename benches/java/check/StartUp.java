// The price of starting a check: two threads that add under one lock, about ten states.
public class StartUp {
    static int sum;

    static synchronized void add() {
        sum++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(StartUp::add);
        other.start();
        add();
        other.join();
        System.out.println(sum);
    }
}

public class Seam {
    static int total;
    int own;

    static synchronized void add(int value) {
        total += value;
    }

    public static void main(String[] args) throws InterruptedException {
        Seam local = new Seam();
        local.own = 41;
        Thread thread = new Thread(() -> add(1));
        thread.start();
        add(2);
        thread.join();
        System.exit(local.own + 1);
    }
}

// The program ends when the last non-daemon thread ends, with code 0, though daemons still sleep; hooks run after that.
public class ExitDaemons {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook last")));
        Thread d = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {}
            System.out.println("daemon never");
        });
        d.setDaemon(true);
        d.start();
        Thread main = Thread.currentThread();
        Thread w = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {}
            System.out.println("worker after main");
            Thread child = new Thread(() -> System.out.println("grandchild " + Thread.currentThread().isDaemon()));
            child.start();
            try {
                child.join();
            } catch (InterruptedException e) {}
        });
        w.start();
        System.out.println("main ends " + d.isDaemon() + w.isDaemon());
    }
}

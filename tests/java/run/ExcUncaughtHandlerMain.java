// A default handler sees main's exception; the exit code is still 1.
public class ExcUncaughtHandlerMain {
    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler(
            (t, e) -> System.out.println(t.getName() + " died of " + e + " cause " + e.getCause()));
        Thread main = Thread.currentThread();
        Thread other = new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {}
            System.out.println("other goes on, main is " + main.getState());
        }, "other");
        other.start();
        throw new Exception("checked", new java.io.IOException("io"));
    }
}

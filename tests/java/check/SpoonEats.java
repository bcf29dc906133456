// expect: ok
// Whoever has the spoon eats first and then hands it on.
public class SpoonEats {
    static volatile int owner;

    static void dine(int me) {
        while (owner != me) {
            Thread.yield();
        }
        owner = 1 - me;
    }

    public static void main(String[] args) {
        new Thread(() -> dine(0)).start();
        new Thread(() -> dine(1)).start();
    }
}

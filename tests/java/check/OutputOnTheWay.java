// expect: error assertion, message ~ world first
// What a program prints belongs to the path on which it printed it.
public class OutputOnTheWay {
    static volatile boolean hello;

    public static void main(String[] args) {
        new Thread(() -> {
            System.out.println("hello");
            hello = true;
        }).start();
        System.out.println("world");
        assert hello : "world first";
    }
}

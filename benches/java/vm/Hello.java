// The price of starting the machine and printing one line.

public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello, World");
    }
}

/** Greets whom it is told to greet, or the world. */
public class Hello {
    public static void main(String[] names) {
        if (names.length == 0) {
            names = new String[] {"world"};
        }
        for (String name : names) {
            System.out.println("Hello, " + name + "!");
        }
    }
}

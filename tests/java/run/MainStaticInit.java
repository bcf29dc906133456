// The main class's own static initialiser fails: main never runs, the trace shows the initialiser, exit code 1.
public class MainStaticInit {
    static int value = compute();
    static int compute() {
        System.out.println("initialising");
        return Integer.parseInt("bad number");
    }
    public static void main(String[] args) { System.out.println("never " + value); }
}

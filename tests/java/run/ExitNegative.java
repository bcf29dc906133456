// A negative exit code is reported modulo 256.
public class ExitNegative {
    public static void main(String[] args) {
        System.err.println("to stderr");
        System.exit(-1);
    }
}

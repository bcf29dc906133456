// expect: error exit
// One order of two threads ends the program with code 3.
public class ExitCode {
    static volatile boolean early;

    public static void main(String[] args) {
        new Thread(() -> {
            if (early) {
                System.exit(3);
            }
        }).start();
        early = true;
    }
}

// expect: error assertion, message ~ both inside
// Looking at the other's wish before showing one's own lets both in.
public class DekkerLooksFirst {
    static volatile boolean wants0;
    static volatile boolean wants1;
    static volatile int inside;

    public static void main(String[] args) {
        new Thread(() -> {
            if (!wants1) {
                wants0 = true;
                inside = 1;
                assert inside == 1 : "both inside";
                wants0 = false;
            }
        }).start();
        new Thread(() -> {
            if (!wants0) {
                wants1 = true;
                inside = 2;
                assert inside == 2 : "both inside";
                wants1 = false;
            }
        }).start();
    }
}

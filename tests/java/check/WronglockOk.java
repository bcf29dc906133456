// expect: ok
// args: 1 2
// Both kinds guard the data by the same lock.
public class WronglockOk {
    static int data;

    static synchronized void checked() {
        int before = data;
        data++;
        assert data == before + 1 : "changed meanwhile";
    }

    static synchronized void unchecked() {
        data++;
    }

    public static void main(String[] args) {
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            new Thread(WronglockOk::checked).start();
        }
        for (int i = Integer.parseInt(args[1]); i > 0; i--) {
            new Thread(WronglockOk::unchecked).start();
        }
    }
}

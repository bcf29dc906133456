// expect: incomplete, reason ~ --queue dropped states
// options: --search guided --queue 1 --sequence GuidedDropped.add
// With one state to come back to, others are dropped: nothing is proved.
public class GuidedDropped {
    static int sum;

    static synchronized void add() {
        sum++;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            new Thread(GuidedDropped::add).start();
        }
    }
}

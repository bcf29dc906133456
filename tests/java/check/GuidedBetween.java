// expect: error assertion, message ~ between
// options: --search guided --sequence GuidedBetween.set:10,GuidedBetween.look:15
// Nine threads, one of which looks between the two writes of another.
public class GuidedBetween {
    static volatile int first;
    static volatile int second;

    static void set() {
        // Written one after the other.
        first = 1;
        second = 1;
    }

    static void look() {
        assert first == second : "between";
    }

    public static void main(String[] args) {
        for (int i = 0; i < 8; i++) {
            new Thread(GuidedBetween::set).start();
        }
        look();
    }
}

// expect: ok
// options: --property race
// Two reads do not race.
public class RaceReadsOnly {
    static int value;

    public static void main(String[] args) {
        value = 1;
        Runnable read = () -> {
            assert value == 1;
        };
        new Thread(read).start();
        new Thread(read).start();
    }
}

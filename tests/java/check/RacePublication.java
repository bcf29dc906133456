// expect: error race
// options: --property race
// An object handed over through a plain field.
public class RacePublication {
    static RacePublication shared;
    int value = 1;

    public static void main(String[] args) {
        new Thread(() -> shared = new RacePublication()).start();
        RacePublication seen = shared;
        assert seen == null || seen.value == 1;
    }
}

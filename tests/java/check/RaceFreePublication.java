// expect: ok
// options: --property race
// An object handed over through a volatile field.
public class RaceFreePublication {
    static volatile RaceFreePublication shared;
    int value = 1;

    public static void main(String[] args) {
        new Thread(() -> shared = new RaceFreePublication()).start();
        RaceFreePublication seen = shared;
        assert seen == null || seen.value == 1;
    }
}

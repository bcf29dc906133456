package raddle;

/**
 * Values the program does not fix. Under {@code raddle check} every value is tried; under plain {@code java} one is
 * picked at random, so that the same program is also an ordinary randomised test.
 *
 * <pre>{@code
 * int customers = Choose.range(1, 3);
 * boolean impatient = Choose.bool();
 * String drink = Choose.of("tea", "coffee");
 * }</pre>
 *
 * <p>Each call multiplies the paths that must be explored by the number of its values. A choice that only some paths
 * need is best made on those paths, as late as possible.
 */
public final class Choose {
    private Choose() {}

    /** {@code false} or {@code true}; Raddle tries {@code false} first. */
    public static boolean bool() {
        return Machine.choose(2) != 0;
    }

    /**
     * A whole number from {@code lo} to {@code hi}, both included; Raddle tries small ones first.
     *
     * @throws IllegalArgumentException if {@code lo > hi}, or if there are more than {@code Integer.MAX_VALUE} of them
     */
    public static int range(int lo, int hi) {
        long count = (long) hi - lo + 1;
        if (count < 1 || count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("no choice from " + lo + " to " + hi);
        }
        return lo + Machine.choose((int) count);
    }

    /**
     * One of the given objects; Raddle tries them in the order given. Numbers are given and taken just so:
     * {@code int coin = Choose.of(1, 2, 5);}.
     *
     * @throws IllegalArgumentException if none is given
     */
    @SafeVarargs
    public static <T> T of(T... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no choice from nothing");
        }
        return values[Machine.choose(values.length)];
    }
}

package raddle;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The five things a program can ask of the machine that runs it. Raddle replaces the bodies of these methods; the
 * bodies below are what plain {@code java} runs. Everything public in this package comes down to them.
 */
final class Machine {
    private Machine() {}

    /** One of {@code 0 .. count - 1}; {@code count} is at least 1. */
    static int choose(int count) {
        return ThreadLocalRandom.current().nextInt(count);
    }

    /** Gives the path up, without a verdict on it, unless the condition holds. */
    static void assume(boolean condition) {
        if (!condition) {
            throw new AssumptionFailed();
        }
    }

    /** Reports a violated property unless the condition holds; {@code message} may be null. */
    static void always(boolean condition, String message) {
        if (!condition) {
            throw new PropertyViolated(message);
        }
    }

    /** From here on only the calling thread runs. Nests. */
    static void beginAtomic() {}

    /** Ends what the matching {@link #beginAtomic} began. */
    static void endAtomic() {}
}

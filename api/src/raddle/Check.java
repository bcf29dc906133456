package raddle;

import java.util.function.Supplier;

/**
 * What a program tells the checker: which runs count, what must hold, and what is to be taken as one step.
 *
 * <pre>{@code
 * int transfer = Choose.range(0, 5);
 * Check.assume(transfer <= balance);                  // only such runs are of interest
 * account.withdraw(transfer);
 * Check.always(account.balance() >= 0, "overdrawn");  // reported with the schedule that breaks it
 * }</pre>
 */
public final class Check {
    private Check() {}

    /**
     * Restricts the check to runs in which the condition holds here. Raddle silently gives up a path on which it does
     * not: nothing later on it is explored, and it counts neither as right nor as wrong. What went wrong before the
     * call has been reported all the same.
     *
     * <p>Too strong an assumption proves nothing, for it leaves no path to explore; Raddle says so when none was left.
     *
     * @throws AssumptionFailed under plain {@code java}, if the condition does not hold
     */
    public static void assume(boolean condition) {
        Machine.assume(condition);
    }

    /**
     * Says that the condition holds whenever a thread gets here. Unlike {@code assert} it needs no {@code -ea}, and no
     * handler of the program can swallow it.
     *
     * @throws PropertyViolated under plain {@code java}, if the condition does not hold
     */
    public static void always(boolean condition) {
        Machine.always(condition, null);
    }

    /**
     * Like {@link #always(boolean)}, with a message for the report.
     *
     * @throws PropertyViolated under plain {@code java}, if the condition does not hold
     */
    public static void always(boolean condition, String message) {
        Machine.always(condition, message);
    }

    /**
     * Runs the body as one step: under Raddle no other thread runs between its first operation and its last, unless
     * the body itself blocks, which lets others run until it can go on. For the scaffolding of a test (recording what
     * happened, comparing it with what may happen), whose own interleavings are of no interest.
     *
     * <p><b>Plain {@code java} knows no such thing</b>: there the body is merely run, and others may come between. Nor
     * does it order memory: accesses in an atomic body can be part of a data race.
     */
    public static void atomic(Runnable body) {
        Machine.beginAtomic();
        try {
            body.run();
        } finally {
            Machine.endAtomic();
        }
    }

    /** Like {@link #atomic(Runnable)}, for a body with a result. */
    public static <T> T atomic(Supplier<T> body) {
        Machine.beginAtomic();
        try {
            return body.get();
        } finally {
            Machine.endAtomic();
        }
    }
}

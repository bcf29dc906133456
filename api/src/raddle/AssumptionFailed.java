package raddle;

/**
 * Thrown by {@link Check#assume} under plain {@code java}, where a path cannot be given up silently: the run that was
 * chosen at random is not one the program wants to be judged by. Under Raddle it is never thrown.
 */
public final class AssumptionFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AssumptionFailed() {
        super("the assumption does not hold in this run");
    }
}

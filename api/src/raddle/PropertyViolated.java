package raddle;

/**
 * Thrown by {@link Check#always} under plain {@code java} when its condition does not hold. An error, not an
 * exception, so that a program's own {@code catch (Exception e)} does not hide it. Under Raddle it is never thrown:
 * the violation is reported where it happened, and that path ends.
 */
public final class PropertyViolated extends Error {
    private static final long serialVersionUID = 1L;

    PropertyViolated(String message) {
        super(message);
    }
}

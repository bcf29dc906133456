package gov.nasa.jpf.vm;

import java.util.Random;

/**
 * A stand-in for the class of this name that users of Java PathFinder have in their {@code jpf.jar}, so that tests
 * of programs written for it need no {@code jpf.jar}. Raddle replaces the bodies of these methods by name, here as
 * there; the bodies below are for plain {@code java}, where values are picked at random and nothing is atomic.
 */
public class Verify {
    private static final Random RANDOM = new Random();

    private Verify() {}

    public static boolean getBoolean() {
        return RANDOM.nextBoolean();
    }

    /** The argument says which value is tried first. */
    public static boolean getBoolean(boolean falseFirst) {
        return RANDOM.nextBoolean();
    }

    /** From {@code min} to {@code max}, both included. */
    public static int getInt(int min, int max) {
        return min + RANDOM.nextInt(max - min + 1);
    }

    public static int getIntFromList(int... values) {
        return values[RANDOM.nextInt(values.length)];
    }

    public static int getIntFromSet(int... values) {
        return values[RANDOM.nextInt(values.length)];
    }

    public static long getLongFromList(long... values) {
        return values[RANDOM.nextInt(values.length)];
    }

    public static double getDoubleFromList(double... values) {
        return values[RANDOM.nextInt(values.length)];
    }

    /** From 0 to {@code max}, both included. */
    public static int random(int max) {
        return RANDOM.nextInt(max + 1);
    }

    public static boolean randomBool() {
        return RANDOM.nextBoolean();
    }

    /** Gives the path up if the condition holds. Plain {@code java} cannot, and goes on. */
    public static void ignoreIf(boolean condition) {}

    /** A hint for heuristic searches: such paths are of less interest. */
    public static void boring(boolean condition) {}

    /** A hint for heuristic searches: such paths are of more interest. */
    public static void interesting(boolean condition) {}

    public static void beginAtomic() {}

    public static void endAtomic() {}
}

// expect: error exception, message ~ NoClassDefFoundError|ExceptionInInitializerError
// warn: perhaps race
// An initialiser that fails in one order of the threads leaves a class nobody can use.
public class ClassInitFails {
    static volatile int divisor;

    static class Quotient {
        static final int VALUE = 1 / divisor;
    }

    public static void main(String[] args) {
        new Thread(() -> divisor = 1).start();
        assert Quotient.VALUE == 1;
    }
}

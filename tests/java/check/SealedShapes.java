// expect: error assertion, message ~ lost update
// Errors after a pattern match and a switch over strings and enums are found like any other.
public class SealedShapes {
    sealed interface Shape permits Square, Circle {}

    record Square(int side) implements Shape {}

    record Circle(int radius) implements Shape {}

    enum Kind { ANGULAR, ROUND }

    static volatile int total;

    static Kind kind(Shape shape) {
        if (shape instanceof Square square && square.side() > 0) {
            return Kind.ANGULAR;
        }
        return Kind.ROUND;
    }

    static void add(Shape shape) {
        String name = switch (kind(shape)) {
            case ANGULAR -> "angular";
            case ROUND -> "round";
        };
        total += switch (name) {
            case "angular" -> 4;
            case "round" -> 1;
            default -> throw new AssertionError(name);
        };
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(new Square(2)));
        other.start();
        add(new Circle(1));
        other.join();
        assert total == 5 : "lost update";
    }
}

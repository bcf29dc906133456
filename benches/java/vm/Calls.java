// Virtual, interface, super and lambda calls with receivers of several classes at each place.

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class Calls {
    interface Shape {
        int area(int scale);

        default int twice(int scale) {
            return area(scale) + area(scale + 1);
        }
    }

    abstract static class Base implements Shape {
        final int a;

        Base(int a) {
            this.a = a;
        }

        int weight() {
            return a;
        }

        abstract int corners();
    }

    static class Square extends Base {
        Square(int a) {
            super(a);
        }

        @Override
        public int area(int scale) {
            return a * a * scale;
        }

        @Override
        int corners() {
            return 4;
        }
    }

    static final class Cube extends Square {
        Cube(int a) {
            super(a);
        }

        @Override
        public int area(int scale) {
            return 6 * super.area(scale);
        }

        @Override
        int weight() {
            return super.weight() * a * a;
        }

        @Override
        int corners() {
            return 8;
        }
    }

    static final class Triangle extends Base {
        final int h;

        Triangle(int a, int h) {
            super(a);
            this.h = h;
        }

        @Override
        public int area(int scale) {
            return a * h * scale >> 1;
        }

        @Override
        int corners() {
            return 3;
        }

        @Override
        public int twice(int scale) {
            return a * h * scale;
        }
    }

    private int calls;

    private int own(int x) {
        calls++;
        return x ^ calls;
    }

    static int apply(IntBinaryOperator op, int a, int b) {
        return op.applyAsInt(a, b);
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 500_000;
        Base[] bases = {new Square(3), new Cube(2), new Triangle(5, 4), new Square(7)};
        Shape[] shapes = {bases[2], bases[0], bases[1], s -> s * 3};
        int offset = 17;
        IntUnaryOperator capture = v -> v + offset;
        IntBinaryOperator[] ops = {(x, y) -> x + y, Math::max, Integer::compare, (x, y) -> x * y - offset};
        Calls self = new Calls();
        int sum = 0;
        for (int r = 0; r < rounds; r++) {
            Base b = bases[r & 3];
            sum += b.weight() + b.corners();
            Shape s = shapes[r >> 1 & 3];
            sum = sum * 31 + s.area(r & 15);
            sum += s.twice(2);
            sum = capture.applyAsInt(sum);
            sum ^= apply(ops[r >> 2 & 3], sum, r);
            sum += self.own(r);
        }
        System.out.println("Calls " + sum + " " + self.calls);
    }
}

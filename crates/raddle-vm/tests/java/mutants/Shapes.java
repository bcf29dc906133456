import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

public class Shapes {
    interface Shape {
        int SIDES = Integer.parseInt("4");

        int area();

        default String name() {
            return getClass().getSimpleName() + suffix();
        }

        private String suffix() {
            return "!";
        }

        static Shape unit() {
            return () -> 1;
        }
    }

    static abstract class Base implements Shape {
        protected final int side;

        Base(int side) {
            this.side = side;
        }

        abstract int corners();

        @Override
        public String toString() {
            return name() + corners() + area();
        }
    }

    static class Square extends Base {
        Square(int side) {
            super(side);
        }

        public int area() {
            return side * side;
        }

        int corners() {
            return SIDES;
        }

        public String name() {
            return super.name() + "square";
        }
    }

    class Inner extends Square {
        class Innermost {
            int seen() {
                return held + side;
            }
        }

        Inner() {
            super(3);
        }
    }

    private int held = 5;

    public static void main(String[] args) throws Exception {
        Shapes outer = new Shapes();
        Shape[] shapes = {new Square(2), Shape.unit(), outer.new Inner(), new Base(1) {
            public int area() {
                return outer.held;
            }

            int corners() {
                return 0;
            }
        }};
        int sum = 0;
        for (Shape shape : shapes) {
            System.gc();
            sum += shape.area();
            if (shape instanceof Base base) {
                sum += base.side + base.toString().length();
            }
        }
        Inner inner = outer.new Inner();
        sum += inner.new Innermost().seen();
        IntBinaryOperator add = Integer::sum;
        Function<String, Integer> length = String::length;
        Supplier<Shapes> make = Shapes::new;
        sum = add.applyAsInt(sum, length.apply("four")) + make.get().held;
        System.exit(sum & 0x7f);
    }
}

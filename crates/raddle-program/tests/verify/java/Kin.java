/** The classes that the mutated code uses. */
public class Kin {
    public interface Shape {
        int area();
    }

    public static class Base {
        public String label;

        public Base(String label) {
            this.label = label;
        }

        public void touch(int i, long l) { }

        public static void touchAll(Object[] all, long l, Base b) { }
    }

    public static class Derived extends Base {
        public Derived() {
            super("derived");
        }
    }

    public static class Other extends Base implements Shape {
        public Other() {
            super("other");
        }

        public int area() {
            return 1;
        }
    }
}

public class Starts {
    static final int CONSTANT = 42;
    static final String TEXT = "constant";
    static final long LONG = 1L << 40;
    static int order;

    static class First {
        static int value = ++order + Second.value;
    }

    static class Second extends First {
        static int value = ++order;
        final int own;

        {
            own = value + CONSTANT;
        }

        Second() {
            super();
        }
    }

    static class Broken {
        static int value = Integer.parseInt("x");
    }

    static class Deep {
        static int value = Deep.down(0);

        static int gc() {
            System.gc();
            return Starts.order;
        }

        static int down(int n) {
            return n > 50 ? gc() : down(n + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        int sum = new Second().own + First.value + Deep.value;
        for (int i = 0; i < 2; i++) {
            try {
                sum += Broken.value;
            } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
                sum += 3;
            }
        }
        sum += (int) Class.forName("Starts$First").getDeclaredField("value").getInt(null);
        Object made = Second.class.getDeclaredConstructor().newInstance();
        sum += made.hashCode() == System.identityHashCode(made) ? 1 : 0;
        System.exit(sum + TEXT.length() + (int) (LONG >> 40) & 0x7f);
    }
}

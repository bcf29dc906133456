// The helpful NullPointerException messages (JEP 358) for every instruction that can fail on null.
public class ExcHelpfulNpe {
    int i;
    long l;
    String s;
    ExcHelpfulNpe next;
    int[] ints;
    int[][] grid;
    static ExcHelpfulNpe nothing;
    static int[] sints;
    Object[] objs;
    boolean[] flags;
    ExcHelpfulNpe get() { return null; }
    static ExcHelpfulNpe sget(int a, String b) { return null; }
    void doIt() {}
    private void privately() {}
    static String[] names() { return null; }
    interface Face {
        void call();
        default ExcHelpfulNpe me() { return null; }
    }

    static void t(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": no exception");
        } catch (NullPointerException e) { System.out.println(what + ": " + e.getMessage()); }
    }
    static Object sink;
    static int isink;
    static long lsink;

    static void parameters(ExcHelpfulNpe p, int[] arr, long[] longs, Object o, int idx) {
        t("param field", () -> isink = p.i);
        try {
            isink = p.i;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            p.i = 5;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            p.l++;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = arr[idx];
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            arr[idx + 1] = 3;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            lsink = longs[0];
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            longs[idx] = 0;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = arr.length;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            o.toString();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            synchronized (o) { isink++; }
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            throw (RuntimeException) o;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            p.privately();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            p.get().doIt();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ((Face) o).call();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ((Face) o).me().i = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            int unboxed = (Integer) o;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            for (String s : names()) isink++;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            switch ((String) o) {
                case "a":
                    isink++;
            }
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
    }

    void instance() {
        try {
            isink = this.next.i;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = next.next.next.i;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = ints[3];
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            grid[1][2] = 3;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        grid = new int[2][];
        try {
            grid[1][i + 2] = 3;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            get().next.doIt();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            s.length();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            s.substring(1).length();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            flags[0] = true;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            objs[i].hashCode();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        objs = new Object[3];
        try {
            objs[i + 1].hashCode();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ((Object[]) objs[2])[0] = null;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        class Local {
            void go() {
                try {
                    next.doIt();
                } catch (NullPointerException e) { System.out.println(e.getMessage()); }
            }
        }
        new Local().go();
    }

    public static void main(String[] args) {
        parameters(null, null, null, null, 7);
        new ExcHelpfulNpe().instance();
        try {
            nothing.i = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = sints[args.length];
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ExcHelpfulNpe.sget(1, "x").next = null;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            sget(1, null).get().get();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        double[][][] cube = new double[3][3][];
        int a = 1, b = 2;
        byte[] bytes = null;
        char[] chars = null;
        short[] shorts = null;
        float[] floats = null;
        try {
            cube[a][b][a + b] = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            cube[a * b][b - 1][a % b] += 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            isink = bytes[0];
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            bytes[b] = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            chars[b]++;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            shorts[(int) 3L] = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            floats[Integer.parseInt("1")] = 1;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            (a > 0 ? null : "x").length();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ((String) null).length();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        String text = null;
        try {
            text.chars().sum();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            new ExcHelpfulNpe().next.next.i++;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            java.util.Map<String, Integer> m = new java.util.HashMap<>();
            int v = m.get("absent");
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            throw new NullPointerException();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            throw new NullPointerException("own text");
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            java.util.Objects.requireNonNull(null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            System.out.println("x".concat(null));
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            Runnable r = null;
            r.run();
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            ExcHelpfulNpe n = null;
            Runnable r = n::doIt;
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        nothing.next.doIt();
    }
}

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Code to be mutated: a bit of everything, without a static initialiser, so that it can be linked without running. */
public class Seed extends Kin.Base implements Kin.Shape {
    int count;
    long total;
    double ratio;
    float weight;
    Object any;
    String name;
    int[] ints;
    long[] longs;
    Kin.Base base;
    Kin.Derived derived;
    Kin.Shape shape;
    Object[] objects;
    Kin.Base[][] grid;
    static int shared;
    static long sharedLong;
    static Seed only;

    public Seed() {
        this(1, null);
    }

    public Seed(int count, Object any) {
        super(count > 2 ? "many" : "few");
        this.count = count;
        this.any = any;
        this.ints = new int[count];
    }

    public int area() {
        return count * 2;
    }

    int arithmetic(int a, long b, float c, double d) {
        int i = a + (int) b - (int) c * (int) d / 3 % 7;
        long l = b << a >>> 3 ^ a & 15L | ~b;
        float f = -c + a / 2f % 3;
        double e = d * l - i + f;
        i = (byte) i + (short) a + (char) a;
        i += e > 3 ? 1 : e < 2 ? -1 : 0;
        total += l;
        ratio = e;
        weight = f;
        return l == 5 ? i : (i << 2) >> 1 >>> 1;
    }

    long loops(int[] a, long[][] b) {
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == 3) continue;
            if (a[i] > 1000) break;
            sum += a[i]++ * 2;
        }
        for (long[] row : b) {
            for (long each : row) sum += each;
        }
        do {
            sum--;
        } while (sum > 100);
        return sum;
    }

    String switches(int i, String s) {
        switch (i) {
            case 1: return "one";
            case 2: s = s.trim();
            case 3: return s;
            case 100: name = s; break;
            case 1000: shared = i; break;
            default: return null;
        }
        switch (s.length()) {
            case 0: return "";
            case 1: return s;
            case 2: case 3: return name;
        }
        return s.substring(1);
    }

    Object exceptions(List<String> list) {
        int where = 0;
        try {
            where = 1;
            only.base = new Kin.Derived();
            where = list.size();
            if (where == 5) throw new IOException(name);
        } catch (IOException e) {
            return e.getMessage();
        } catch (IllegalStateException | IllegalArgumentException e) {
            any = e;
            throw e;
        } finally {
            count = where;
        }
        synchronized (list) {
            Iterator<String> it = list.iterator();
            while (it.hasNext()) {
                String s = it.next();
                if (s.equals(name)) return s;
            }
        }
        return this;
    }

    Kin.Base merging(int i, Kin.Derived d, Kin.Other o) {
        Kin.Base b = i == 0 ? d : o;
        Kin.Shape s = i == 1 ? this : o;
        Object x = i == 2 ? (Object) ints : name;
        Object[] array = i == 3 ? new Kin.Derived[] {d} : new Kin.Other[2];
        if (x instanceof String) name = (String) x;
        shape = s;
        area();
        b.touch(i, total);
        array[0] = b;
        return (Kin.Base) array[i];
    }

    void objects(int n) {
        ArrayList<Object> list = new ArrayList<Object>(n);
        list.add(new StringBuilder().append(n).append(name).toString());
        list.add(new int[n][n + 1]);
        list.add(new Kin.Base[2][]);
        grid = new Kin.Base[n][n];
        grid[n][0] = derived;
        derived = new Kin.Derived();
        base = n > 3 ? derived : null;
        Kin.Base.touchAll(objects, sharedLong++, base);
        any = Seed.class;
        longs[n] += 7L;
        objects = new Object[] {this, base, "x", null};
        super.touch(n, 4L);
    }

    static boolean statics(boolean a, char c, byte[] bytes, boolean[] flags, char[] chars, double[] doubles, float[] floats) {
        flags[0] = a && bytes[1] > 3 || chars[2] == c;
        doubles[0] = floats[1] + sharedLong;
        chars[1] = c;
        bytes[0] ^= (byte) shared;
        return !flags[0] ^ a;
    }
}

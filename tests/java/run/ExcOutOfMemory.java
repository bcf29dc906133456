// OutOfMemoryError caught: array sizes beyond the limit, then ordinary work goes on.
import java.util.*;

public class ExcOutOfMemory {
    static String attempt(java.util.function.Supplier<Object> s) {
        try {
            Object o = s.get();
            return "allocated";
        } catch (OutOfMemoryError e) { return e.getMessage(); }
    }
    public static void main(String[] args) {
        System.out.println(attempt(() -> new int[Integer.MAX_VALUE]));
        System.out.println(attempt(() -> new byte[Integer.MAX_VALUE]));
        System.out.println(attempt(() -> new Object[Integer.MAX_VALUE]));
        System.out.println(attempt(() -> new long[3][Integer.MAX_VALUE]));
        System.out.println(attempt(() -> java.lang.reflect.Array.newInstance(char.class, Integer.MAX_VALUE)));
        System.out.println(attempt(() -> "ab".repeat(Integer.MAX_VALUE)));
        System.out.println(attempt(() -> {
            ArrayList<Integer> l = new ArrayList<>();
            l.ensureCapacity(Integer.MAX_VALUE);
            return l;
        }));
        System.out.println(attempt(() -> new ArrayDeque<>(0)));
        int kept = 0;
        for (int i = 0; i < 200; i++) {
            byte[] garbage = new byte[1 << 20];
            garbage[i] = 1;
            kept += garbage[i];
        }
        System.out.println("garbage " + kept);
        StringBuilder s = new StringBuilder("work goes on");
        try {
            int[][] x = new int[10][Integer.MAX_VALUE];
            s.append(x.length);
        } catch (OutOfMemoryError e) { s.append(" after ").append(e.getClass().getSimpleName()); } finally {
            s.append(" finally");
        }
        System.out.println(s);
        throw new OutOfMemoryError("thrown by hand");
    }
}

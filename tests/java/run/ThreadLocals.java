// ThreadLocal and InheritableThreadLocal: initial values, removal, per-thread isolation, inheritance with childValue, many locals.
import java.util.*;
import java.util.function.*;

public class ThreadLocals {
    static void run(String n, Runnable r) {
        Thread t = new Thread(r, n);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) { throw new AssertionError(e); }
    }
    public static void main(String[] args) {
        int[] inits = {0};
        ThreadLocal<Integer> a = ThreadLocal.withInitial(() -> ++inits[0] * 10), b = new ThreadLocal<>();
        System.out.println(a.get() + " " + a.get() + b.get());
        a.set(5);
        b.set(6);
        run("t1", () -> {
            System.out.println(a.get() + " " + b.get());
            a.set(99);
            b.set(98);
            System.out.println(a.get() + " " + b.get());
        });
        System.out.println(a.get() + " " + b.get());
        a.remove();
        System.out.println(a.get() + " " + inits[0]);
        b.set(null);
        System.out.println(b.get());
        InheritableThreadLocal<List<String>> inh = new InheritableThreadLocal<>() {
            @Override
            protected List<String> childValue(List<String> p) {
                List<String> c = new ArrayList<>(p);
                c.add("child of " + p.size());
                return c;
            }
            @Override
            protected List<String> initialValue() {
                return new ArrayList<>(List.of("init"));
            }
        };
        InheritableThreadLocal<String> plain = new InheritableThreadLocal<>();
        plain.set("main value");
        inh.get();
        run("t2", () -> {
            System.out.println(inh.get() + plain.get());
            plain.set("t2 value");
            run("t3", () -> System.out.println(inh.get() + plain.get()));
            inh.remove();
            System.out.println(inh.get());
        });
        System.out.println(inh.get() + plain.get());
        Thread created = new Thread(() -> System.out.println("captured at creation " + plain.get()));
        plain.set("later");
        created.start();
        try {
            created.join();
        } catch (InterruptedException e) {}
        Thread noInherit = new Thread(null, () -> System.out.println(plain.get()), "ni", 0, false);
        noInherit.start();
        try {
            noInherit.join();
        } catch (InterruptedException e) {}
        List<ThreadLocal<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ThreadLocal<Integer> t = new ThreadLocal<>();
            t.set(i);
            many.add(t);
        }
        for (int i = 0; i < 500; i += 3) many.get(i).remove();
        int sum = 0, nulls = 0;
        for (ThreadLocal<Integer> t : many) {
            Integer v = t.get();
            if (v == null)
                nulls++;
            else
                sum += v;
        }
        System.out.println(sum + " " + nulls);
        ThreadLocal<ThreadLocal<String>> nested = ThreadLocal.withInitial(() -> ThreadLocal.withInitial(() -> "deep"));
        System.out.println(nested.get().get());
        ThreadLocal<Integer> bad = ThreadLocal.withInitial(() -> { throw new IllegalStateException("init fails"); });
        for (int i = 0; i < 2; i++) try {
                bad.get();
            } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        ThreadLocal<StringBuilder> sb = ThreadLocal.withInitial(StringBuilder::new);
        StringBuffer out = new StringBuffer();
        for (int i = 0; i < 3; i++) {
            int k = i;
            run("w" + i, () -> {
                for (int j = 0; j < 3; j++) sb.get().append(k).append(j).append(' ');
                out.append(sb.get()).append('|');
            });
        }
        System.out.println(out + " " + sb.get().length());
        try {
            ThreadLocal.withInitial(null);
        } catch (NullPointerException e) { System.out.println("null supplier"); }
        ThreadLocal<Integer> rec = new ThreadLocal<>() {
            @Override
            protected Integer initialValue() {
                return a.get() + 1;
            }
        };
        System.out.println(rec.get());
        Function<Integer, Integer> memo = new Function<>() {
            final ThreadLocal<Map<Integer, Integer>> cache = ThreadLocal.withInitial(HashMap::new);
            public Integer apply(Integer n) {
                Integer c = cache.get().get(n);
                if (c != null) return c;
                int r = n < 2 ? n : apply(n - 1) + apply(n - 2);
                cache.get().put(n, r);
                return r;
            }
        };
        System.out.println(memo.apply(40));
    }
}

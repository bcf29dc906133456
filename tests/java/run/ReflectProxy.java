// Dynamic proxies: dispatch, Object methods, defaults, primitives, exceptions wrapped or passed, several interfaces, duplicate methods.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ReflectProxy {
    interface Calc {
        int add(int a, int b);
        long wide(long a, double b, float c);
        String name();
        void fire(String s) throws java.io.IOException;
        default int twice(int x) { return add(x, x); }
        boolean flag();
        char ch(byte b, short s);
        int[] arr(Object... os);
    }
    interface Other {
        String name();
        Object obj();
    }
    interface Gen<T> {
        T id(T t);
    }
    public interface Pub {
        int v();
    }
    @SuppressWarnings("unchecked")
    static <T> T make(InvocationHandler h, Class<?>... ks) {
        return (T) Proxy.newProxyInstance(ReflectProxy.class.getClassLoader(), ks, h);
    }
    public static void main(String[] args) throws Exception {
        StringBuilder log = new StringBuilder();
        InvocationHandler h = (p, m, a) -> {
            log.append(m.getDeclaringClass().getSimpleName())
                .append('.')
                .append(m.getName())
                .append(a == null ? "null" : Arrays.deepToString(a))
                .append(' ');
            return switch (m.getName()) {
                case "add" -> (int) a[0] + (int) a[1];
                case "wide" -> (long) a[0] + ((Double) a[1]).longValue() + ((Float) a[2]).longValue();
                case "name" -> "proxy";
                case "flag" -> true;
                case "ch" -> 'q';
                case "arr" -> new int[] {((Object[]) a[0]).length};
                case "twice" -> InvocationHandler.invokeDefault(p, m, a);
                case "hashCode" -> 77;
                case "equals" -> p == a[0];
                case "toString" -> "P!";
                case "obj" -> p;
                case "fire" -> {
                    switch ((String) a[0]) {
                        case "io":
                            throw new java.io.IOException("declared");
                        case "checked":
                            throw new Exception("undeclared");
                        case "rt":
                            throw new IllegalStateException("runtime");
                        case "err":
                            throw new AssertionError("error");
                    }
                    yield null;
                }
                default -> null;
            };
        };
        Calc c = make(h, Calc.class, Other.class);
        System.out.println(c.add(2, 3) + " " + c.wide(1L << 40, 2.9, 3.9f) + c.name() + c.flag()
            + c.ch((byte) 1, (short) 2) + c.arr(1, "x", null)[0] + " " + c.twice(21) + c.hashCode() + c.equals(c)
            + c.equals("x") + c + ((Other) c).name() + (((Other) c).obj() == c));
        System.out.println(log);
        log.setLength(0);
        c.fire("ok");
        for (String s : new String[] {"io", "checked", "rt", "err"}) try {
                c.fire(s);
            } catch (Throwable e) { System.out.println(e + " cause " + e.getCause()); }
        System.out.println(c.getClass() == make(h, Calc.class, Other.class).getClass());
        System.out.println((c.getClass() == make(h, Other.class, Calc.class).getClass()) + " "
            + Proxy.isProxyClass(c.getClass()) + (Proxy.getInvocationHandler(c) == h)
            + Modifier.isFinal(c.getClass().getModifiers()) + c.getClass().getSuperclass()
            + Arrays.toString(c.getClass().getInterfaces()) + (c instanceof Other));
        Calc bad = make((p, m, a) -> m.getReturnType() == int.class ? "string" : null, Calc.class);
        try {
            bad.add(1, 1);
        } catch (ClassCastException e) { System.out.println("CCE"); }
        try {
            bad.flag();
        } catch (NullPointerException e) { System.out.println("NPE"); }
        System.out.println(bad.name() + bad.arr());
        Calc wrong = make((p, m, a) -> 5, Calc.class);
        try {
            wrong.wide(1, 1, 1);
        } catch (ClassCastException e) { System.out.println("no widening"); }
        for (Class<?>[] ks : new Class<?>[][] {{String.class}, {Calc.class, Calc.class}, {null}, {int.class}}) try {
                make(h, ks);
            } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        try {
            Proxy.getInvocationHandler("x");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<String, Integer> counts = new TreeMap<>();
        List<String> target = new ArrayList<>();
        List<String> spy = make((p, m, a) -> {
            counts.merge(m.getName(), 1, Integer::sum);
            try {
                return m.invoke(target, a);
            } catch (InvocationTargetException e) { throw e.getCause(); }
        }, List.class);
        spy.add("x");
        spy.addAll(List.of("y", "z"));
        spy.sort(Comparator.reverseOrder());
        for (String s : spy) System.out.print(s);
        try {
            spy.get(10);
        } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        System.out.println(counts + " " + spy + target.equals(spy) + spy.hashCode());
        Gen<Integer> g = make((p, m, a) -> a[0], Gen.class);
        System.out.println(g.id(5) + 1);
        Function<Integer, Integer> f = make(
            (p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : (Integer) a[0] * 3, Function.class);
        System.out.println(f.andThen(f).compose(f).apply(1));
        Comparator<String> cmp = make((p, m, a)
                                          -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a)
                                                           : ((String) a[0]).length() - ((String) a[1]).length(),
            Comparator.class);
        System.out.println(new TreeSet<>(cmp.reversed()) {
            { addAll(List.of("a", "bbb", "cc")); }
        });
        Pub[] chain = new Pub[1];
        for (int i = 0; i < 20; i++) {
            Pub prev = chain[0];
            int k = i;
            chain[0] = make((p, m, a) -> prev == null ? k : prev.v() + k, Pub.class);
        }
        System.out.println(chain[0].v());
        Runnable r = make((p, m, a) -> {
            System.out.println("ran via " + m);
            return "ignored";
        }, Runnable.class);
        new Thread(r) {
            {
                start();
                join();
            }
        };
        Set<Object> set = new HashSet<>();
        set.add(c);
        System.out.println(set.contains(c) + " " + set);
    }
}

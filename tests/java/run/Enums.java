// Enums: constants with bodies, abstract methods, values and valueOf, switch, static state, interfaces, nested switch maps, reflection.
import java.util.*;
import java.util.function.*;

public class Enums {
    enum Op implements IntBinaryOperator {
        ADD("+", 1) {
            public int applyAsInt(int a, int b) { return a + b; }
        },
        SUB("-", 1) {
            public int applyAsInt(int a, int b) { return a - b; }
        },
        MUL("*", 2) {
            public int applyAsInt(int a, int b) { return a * b; }
            @Override
            boolean commutes() {
                return true;
            }
        };
        final String sym;
        final int prec;
        Op(String s, int p) {
            sym = s;
            prec = p;
        }
        boolean commutes() { return this == ADD; }
        @Override
        public String toString() {
            return "Op" + sym;
        }
        static final Map<String, Op> BY_SYMBOL = new HashMap<>();
        static {
            for (Op o : values()) BY_SYMBOL.put(o.sym, o);
        }
    }
    enum Planet {
        MERCURY(3.303e+23, 2.4397e6),
        EARTH(5.976e+24, 6.37814e6);
        final double mass, radius;
        Planet(double m, double r) {
            mass = m;
            radius = r;
        }
        double gravity() { return 6.67300E-11 * mass / (radius * radius); }
    }
    enum Level {
        LOW,
        MEDIUM,
        HIGH;
        Level next() { return values()[(ordinal() + 1) % values().length]; }
        Level() {}
        static int count = values().length;
    }
    enum Single {
        INSTANCE;
        int hits;
        synchronized int hit() { return ++hits; }
    }
    enum Empty {}
    enum State {
        A {
            State next(char c) { return c == 'x' ? B : A; }
        },
        B {
            State next(char c) { return c == 'y' ? C : c == 'x' ? B : A; }
        },
        C {
            State next(char c) { return C; }
        };
        abstract State next(char c);
    }
    enum Big {
        V0,
        V1,
        V2,
        V3,
        V4,
        V5,
        V6,
        V7,
        V8,
        V9,
        V10,
        V11,
        V12,
        V13,
        V14,
        V15,
        V16,
        V17,
        V18,
        V19,
        V20,
        V21,
        V22,
        V23,
        V24,
        V25,
        V26,
        V27,
        V28,
        V29,
        V30,
        V31,
        V32,
        V33,
        V34,
        V35,
        V36,
        V37,
        V38,
        V39,
        V40,
        V41,
        V42,
        V43,
        V44,
        V45,
        V46,
        V47,
        V48,
        V49,
        V50,
        V51,
        V52,
        V53,
        V54,
        V55,
        V56,
        V57,
        V58,
        V59,
        V60,
        V61,
        V62,
        V63,
        V64,
        V65,
        V66,
        V67,
        V68,
        V69
    }
    static String old(Level l) {
        switch (l) {
            case HIGH:
                return "h";
            case LOW:
                return "l";
        }
        return "other";
    }
    static int arrow(Level l) {
        return switch (l) {
            case LOW -> 1;
            case MEDIUM -> {
                int x = 5;
                yield x * 2;
            }
            case HIGH -> 100;
        };
    }
    static boolean two(Level l, Op o) {
        switch (l) {
            case LOW:
                switch (o) {
                    case ADD:
                        return true;
                    default:
                        return false;
                }
            default:
                return o != Op.ADD;
        }
    }
    public static void main(String[] args) throws Exception {
        for (Op o : Op.values())
            System.out.println(o + " " + o.name() + " " + o.ordinal() + " " + o.applyAsInt(7, 3) + " " + o.commutes()
                + " " + o.getClass() + " " + o.getDeclaringClass() + " " + Op.BY_SYMBOL.get(o.sym).prec + " "
                + (Op.valueOf(o.name()) == o) + " " + o.compareTo(Op.SUB));
        for (Planet p : Planet.values()) System.out.printf("%s %.4f%n", p, p.gravity());
        for (Level l : Level.values())
            System.out.println(l.next() + old(l) + arrow(l) + two(l, Op.ADD) + two(l, Op.MUL) + Level.count);
        System.out.println(Single.INSTANCE.hit() + Single.INSTANCE.hit() + " " + Empty.values().length + " "
            + Level.valueOf("LOW").equals(Level.LOW) + " " + (Level.values() == Level.values()));
        State s = State.A;
        for (char c : "zxxyq".toCharArray()) {
            s = s.next(c);
            System.out.print(s);
        }
        System.out.println();
        try {
            Level.valueOf("low");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            Level.valueOf(null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            arrow(null);
        } catch (NullPointerException e) { System.out.println("null switch"); }
        Level[] vs = Level.values();
        vs[0] = null;
        System.out.println(Level.values()[0]);
        try {
            Object o = Enum.class.getMethod("clone");
        } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try {
            Level.class.getDeclaredConstructors()[0].newInstance("X", 9);
        } catch (Exception e) { System.out.println(e); }
        System.out.println(Level.class.isEnum() + " " + Op.ADD.getClass().isEnum() + " "
            + Op.ADD.getClass().getSuperclass() + " " + Arrays.toString(Level.class.getEnumConstants()) + " "
            + String.class.getEnumConstants() + " " + Level.LOW.getClass().getSuperclass() + " "
            + Op.class.getField("ADD").isEnumConstant() + " "
            + java.lang.reflect.Modifier.toString(Op.class.getModifiers()) + " "
            + java.lang.reflect.Modifier.toString(Level.class.getModifiers()) + " "
            + Level.HIGH.describeConstable().get());
        EnumMap<Level, String> em = new EnumMap<>(Level.class);
        em.put(Level.HIGH, "h");
        em.put(Level.LOW, null);
        System.out.println(em + " " + em.containsKey(Level.LOW) + em.containsValue(null) + em.get(Level.MEDIUM)
            + em.size() + em.keySet() + em.values() + em.equals(new HashMap<>(em)) + em.remove(Level.LOW) + em);
        em.replaceAll((k, v) -> k + v);
        em.merge(Level.HIGH, "+", String::concat);
        em.computeIfAbsent(Level.MEDIUM, Level::name);
        System.out.println(em + " " + em.entrySet().iterator().next().getKey());
        for (Iterator<Level> it = em.keySet().iterator(); it.hasNext();)
            if (it.next() == Level.HIGH) it.remove();
        System.out.println(em + " " + em.clone());
        EnumSet<Level> es = EnumSet.of(Level.HIGH, Level.LOW);
        System.out.println(es + " " + EnumSet.complementOf(es) + EnumSet.allOf(Level.class)
            + EnumSet.noneOf(Level.class) + EnumSet.range(Level.LOW, Level.MEDIUM) + es.contains(Level.MEDIUM)
            + es.add(Level.MEDIUM) + es.add(Level.LOW) + es.removeIf(l -> l.ordinal() > 0) + es
            + es.containsAll(EnumSet.of(Level.LOW)) + es.equals(Set.of(Level.LOW)));
        try {
            EnumSet.range(Level.HIGH, Level.LOW);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            es.add(null);
        } catch (NullPointerException e) { System.out.println("no nulls"); }
        EnumSet<Big> bs = EnumSet.range(Big.V60, Big.V69);
        bs.add(Big.V3);
        bs.removeAll(EnumSet.of(Big.V62, Big.V64, Big.V68));
        System.out.println(bs + " " + bs.size() + " " + EnumSet.complementOf(bs).size() + " "
            + bs.retainAll(EnumSet.of(Big.V3, Big.V63, Big.V65)) + bs + bs.getClass().getSimpleName()
            + es.getClass().getSimpleName());
        EnumMap<Big, Integer> bm = new EnumMap<>(Big.class);
        for (Big b : bs) bm.put(b, b.ordinal());
        System.out.println(bm + " " + EnumSet.copyOf(List.of(Big.V5, Big.V4)));
        TreeMap<Level, Integer> tm = new TreeMap<>(Comparator.reverseOrder());
        for (Level l : Level.values()) tm.put(l, l.ordinal());
        System.out.println(tm);
        enum Local {
            P,
            Q;
            int v = ordinal() * 3;
        }
        System.out.println(Local.Q.v + Local.class.getName());
        Comparator<Level> c = Comparator.comparing(Enum::name);
        System.out.println(new TreeSet<>(List.of(Level.values())) + " " + Collections.max(List.of(Level.values()), c));
        Function<String, Level> f = Level::valueOf;
        System.out.println(f.apply("MEDIUM") + " " + Arrays.stream(Level.values()).map(Level::next).toList());
        try {
            Class<?> k = Level.class;
            Enum.valueOf((Class) k, "X");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Level hl = null;
        System.out.println(hl == Level.HIGH);
    }
}

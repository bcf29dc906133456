// The machine's own exception messages: ClassCastException, bounds, arithmetic, sizes, store, monitor state, linkage by reflection.
import java.util.*;

public class ExcMessages {
    static class Animal {}
    static class Dog extends Animal {}
    interface Barks {}
    enum E { A }
    record R(int x) {}
    static void t(Runnable r) {
        try {
            r.run();
            System.out.println("none");
        } catch (RuntimeException | Error e) { System.out.println(e); }
    }
    static Object sink;
    static int isink;
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) throws Exception {
        Object s = "s", a = new Animal(), arr = new int[1], objs = new Object[1], lambdaLess = new Dog(), nul = null,
               e = E.A, r = new R(1);
        t(() -> sink = (Integer) s);
        t(() -> sink = (Dog) a);
        t(() -> sink = (Animal) s);
        t(() -> sink = (String) a);
        t(() -> sink = (Barks) a);
        t(() -> sink = (int[]) s);
        t(() -> sink = (Animal[]) objs);
        t(() -> sink = (Dog[]) (Object) new Animal[0][0]);
        t(() -> sink = (Runnable) e);
        t(() -> sink = (R) e);
        t(() -> sink = (Barks) lambdaLess);
        t(() -> sink = (Dog) nul);
        t(() -> sink = (Comparable<String>) arr);
        t(() -> sink = (Thread) s);
        t(() -> sink = (java.sql.Connection) s);
        t(() -> sink = (long[]) objs);
        t(() -> {
            List raw = new ArrayList();
            raw.add(1);
            List<String> ls = raw;
            String x = ls.get(0);
        });
        t(() -> {
            Set<Object> ts = new TreeSet<>();
            ts.add(1);
            ts.add("x");
        });
        t(() -> {
            Set<Object> ts = new TreeSet<>();
            ts.add(new Animal());
        });
        t(() -> isink = 1 / isink);
        t(() -> isink = 5 % isink);
        t(() -> sink = 1L / isink);
        t(() -> sink = 5L % (long) isink);
        t(() -> sink = 1.0 / isink);
        t(() -> sink = Math.toIntExact(1L << 40));
        t(() -> sink = Math.floorMod(1, 0));
        t(() -> sink = new int[-5]);
        t(() -> sink = new Object[1][-6]);
        t(() -> isink = ((int[]) arr)[1]);
        t(() -> isink = ((int[]) arr)[-1]);
        t(() -> ((Object[]) new String[1])[0] = 1);
        t(() -> ((Object[]) new Dog[1])[0] = new Animal());
        t(() -> "x".charAt(1));
        t(() -> "x".substring(2));
        t(() -> new ArrayList<>().get(0));
        t(() -> List.of(1).get(1));
        t(() -> new LinkedList<>().get(3));
        t(() -> Collections.emptyList().get(0));
        t(() -> Arrays.asList(1).get(2));
        t(() -> new ArrayDeque<>().pop());
        t(() -> new ArrayDeque<>().add(null));
        t(() -> new PriorityQueue<>().remove());
        t(() -> new ArrayList<>().iterator().next());
        t(() -> new Scanner("x").nextInt());
        t(() -> Optional.empty().get());
        t(() -> Optional.empty().orElseThrow());
        t(() -> new TreeMap<>().firstKey());
        t(() -> new Stack<>().pop());
        t(() -> E.valueOf("B"));
        t(() -> Enum.valueOf(E.class, null));
        t(() -> Integer.parseInt(""));
        t(() -> Integer.parseInt(null));
        t(() -> Integer.parseInt("99999999999"));
        t(() -> Integer.parseInt("1", 99));
        t(() -> Double.parseDouble("x"));
        t(() -> Long.parseLong("1L"));
        t(() -> Integer.decode("0xG"));
        t(() -> new java.math.BigDecimal("1.x"));
        t(() -> new java.math.BigInteger(""));
        t(() -> Boolean.parseBoolean(null));
        t(() -> UUID.fromString("x"));
        t(() -> Byte.parseByte("300"));
        t(() -> Short.valueOf("-32769"));
        t(() -> new Object().notify());
        t(() -> new Object().notifyAll());
        t(() -> {
            try {
                new Object().wait();
            } catch (InterruptedException x) {}
        });
        t(() -> {
            try {
                synchronized (args) { args.wait(-1); }
            } catch (InterruptedException x) {}
        });
        t(() -> {
            try {
                Thread.sleep(-1);
            } catch (InterruptedException x) {}
        });
        t(() -> {
            Thread th = new Thread();
            th.start();
            th.start();
        });
        t(() -> new Thread().setPriority(11));
        t(() -> Thread.currentThread().setDaemon(true));
        t(() -> List.of(1, null));
        t(() -> Map.of("a", 1, "a", 2));
        t(() -> Set.of(1, 1));
        t(() -> List.of().add(1));
        t(() -> Collections.unmodifiableMap(new HashMap<>()).put(1, 1));
        t(() -> new ArrayList<>(-1));
        t(() -> new HashMap<>(-1));
        t(() -> new HashMap<>(1, Float.NaN));
        t(() -> new PriorityQueue<>(0));
        t(() -> Collections.max(new ArrayList<Integer>()));
        t(() -> new ArrayList<>(List.of(1, 2)).subList(1, 5));
        t(() -> new ArrayList<>(List.of(1, 2)).subList(2, 1));
        t(() -> Collections.nCopies(-1, 0));
        t(() -> new Random().nextInt(0));
        t(() -> Iterator.class.cast("x"));
        t(() -> "a".repeat(-2));
        t(() -> new StringBuilder("a").insert(5, "x"));
        t(() -> Character.toChars(-1));
        t(() -> Objects.checkIndex(5, 3));
        t(() -> Objects.checkFromToIndex(2, 1, 3));
        t(() -> EnumSet.copyOf(new ArrayList<E>()));
        t(() -> new ArrayList<>(List.of(1)).listIterator().set(1));
        t(() -> new ArrayList<>(List.of(1)).iterator().remove());
        for (String n : new String[] {
                 "NoSuch", "java.lang.NoSuch", "[I", "[LNoSuch;", "int", "ExcMessages$Dog", "java/lang/String", ""}) {
            try {
                System.out.println(Class.forName(n));
            } catch (ClassNotFoundException x) { System.out.println(x); }
        }
        try {
            ExcMessages.class.getDeclaredMethod("nope", int.class, String[].class);
        } catch (NoSuchMethodException x) { System.out.println(x); }
        try {
            ExcMessages.class.getDeclaredField("nope");
        } catch (NoSuchFieldException x) { System.out.println(x); }
        try {
            Animal.class.getConstructor(int.class);
        } catch (NoSuchMethodException x) { System.out.println(x); }
        try {
            Number.class.getDeclaredConstructor().newInstance();
        } catch (InstantiationException x) { System.out.println(x); }
        try {
            a.getClass().getDeclaredMethod("clone");
        } catch (NoSuchMethodException x) { System.out.println(x); }
        System.out.println((Object) null instanceof String);
        Object last = new Dog();
        Barks uncaught = (Barks) last;
    }
}

// Object serialisation: graphs with cycles, transient, custom hooks, externalizable, readResolve, inheritance, collections, enums, arrays, failures, deep copies.
import java.io.*;
import java.util.*;

public class IoSerial {
    static byte[] write(Object... os) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(b)) {
            for (Object x : os) o.writeObject(x);
        }
        return b.toByteArray();
    }
    static Object read(byte[] b) throws Exception {
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(b))) {
            return i.readObject();
        }
    }
    @SuppressWarnings("unchecked")
    static <T> T copy(T t) throws Exception {
        return (T) read(write(t));
    }
    static class Node implements Serializable {
        private static final long serialVersionUID = 1;
        String name;
        Node next;
        List<Node> kids = new ArrayList<>();
        transient int cache = 5;
        static int made;
        final int fin;
        Node(String n, int f) {
            name = n;
            fin = f;
            made++;
        }
    }
    static class NoSer {
        int x = 1;
        NoSer() {
            x = 77;
            System.out.println("NoSer()");
        }
    }
    static class SubSer extends NoSer implements Serializable {
        private static final long serialVersionUID = 2;
        int y = 2;
        { System.out.println("SubSer init"); }
    }
    static class Custom implements Serializable {
        private static final long serialVersionUID = 3;
        int a = 1;
        transient String secret = "s";
        private void writeObject(ObjectOutputStream o) throws IOException {
            System.out.println("writing");
            o.defaultWriteObject();
            o.writeUTF(new StringBuilder(secret).reverse().toString());
            o.writeInt(42);
        }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            System.out.println("reading");
            i.defaultReadObject();
            secret = i.readUTF();
            a += i.readInt();
        }
    }
    static class Ext implements Externalizable {
        int v;
        String s;
        public Ext() { System.out.println("Ext()"); }
        Ext(int v) {
            this.v = v;
            s = "e" + v;
        }
        public void writeExternal(ObjectOutput o) throws IOException {
            o.writeInt(v);
            o.writeObject(s);
        }
        public void readExternal(ObjectInput i) throws IOException, ClassNotFoundException {
            v = -i.readInt();
            s = (String) i.readObject();
        }
    }
    static class Single implements Serializable {
        private static final long serialVersionUID = 4;
        static final Single ONE = new Single();
        private Object readResolve() { return ONE; }
    }
    static class Proxy2 implements Serializable {
        private static final long serialVersionUID = 5;
        int n = 9;
        private Object writeReplace() { return new Form(n); }
        static class Form implements Serializable {
            private static final long serialVersionUID = 6;
            int k;
            Form(int k) { this.k = k; }
            private Object readResolve() {
                Proxy2 p = new Proxy2();
                p.n = k * 100;
                return p;
            }
        }
    }
    enum Col {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "g!";
            }
        }
    }
    static class Fields implements Serializable {
        private static final long serialVersionUID = 7;
        private static final ObjectStreamField[] serialPersistentFields = {
            new ObjectStreamField("x", int.class), new ObjectStreamField("gone", String.class)};
        int x = 3, y = 4;
        private void writeObject(ObjectOutputStream o) throws IOException {
            ObjectOutputStream.PutField p = o.putFields();
            p.put("x", x * 2);
            p.put("gone", "here");
            o.writeFields();
        }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException {
            ObjectInputStream.GetField g = i.readFields();
            x = g.get("x", -1);
            System.out.println(g.get("gone", "def") + " " + g.defaulted("gone"));
        }
    }
    static class Bad implements Serializable {
        private static final long serialVersionUID = 8;
        Object o = new Object();
    }
    static class Prims implements Serializable {
        private static final long serialVersionUID = 9;
        byte b = 1;
        short s = 2;
        char c = 'c';
        int i = 3;
        long l = 4;
        float f = 5;
        double d = 6;
        boolean z = true;
        int[] ia = {1, 2};
        String[][] sa = {{"x"}, null};
        Object o = Col.RED;
        Class<?> k = String.class;
        Integer boxed = 7;
    }
    public static void main(String[] args) throws Exception {
        Node a = new Node("a", 1), b = new Node("b", 2);
        a.next = b;
        b.next = a;
        a.kids.add(b);
        a.kids.add(a);
        Node c = copy(a);
        System.out.println(c.name + c.next.name + (c.next.next == c) + (c.kids.get(1) == c) + (c.kids.get(0) == c.next)
            + c.cache + Node.made + c.fin + (c != a));
        SubSer s = new SubSer();
        s.x = 5;
        s.y = 6;
        SubSer s2 = copy(s);
        System.out.println(s2.x + " " + s2.y);
        Custom cu = copy(new Custom());
        System.out.println(cu.a + cu.secret);
        Ext e = copy(new Ext(5));
        System.out.println(e.v + e.s);
        System.out.println((copy(Single.ONE) == Single.ONE) + " " + copy(new Proxy2()).n
            + (copy(Col.GREEN) == Col.GREEN) + copy(Col.GREEN));
        Fields f = copy(new Fields());
        System.out.println(f.x + " " + f.y);
        Prims p = copy(new Prims());
        System.out.println(p.b + "" + p.s + p.c + p.i + p.l + p.f + p.d + p.z + Arrays.toString(p.ia)
            + Arrays.deepToString(p.sa) + p.o + p.k + p.boxed);
        try {
            write(new Bad());
        } catch (NotSerializableException x) { System.out.println(x.getMessage()); }
        try {
            write(new Object());
        } catch (NotSerializableException x) { System.out.println(x.getMessage()); }
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("list", new ArrayList<>(List.of(1, 2)));
        m.put("set", new TreeSet<>(List.of("z", "y")));
        m.put("map", new TreeMap<>(Map.of(1, 'c')));
        m.put("null", null);
        m.put("arr", new long[] {1});
        m.put("date", new Date(0));
        m.put("big", new java.math.BigInteger("123456789012345678901234567890"));
        m.put("dec", new java.math.BigDecimal("1.50"));
        m.put("imm", List.of(1, "x"));
        m.put("deque", new ArrayDeque<>(List.of(1, 2)));
        m.put("bits", BitSet.valueOf(new long[] {5}));
        m.put("enum", EnumSet.of(Col.RED));
        m.put("time", java.time.LocalDate.of(2020, 2, 29));
        m.put("uuid", UUID.nameUUIDFromBytes(new byte[1]));
        m.put("hash", new HashMap<>(Map.of("k", "v")));
        m.put("pq", new PriorityQueue<>(List.of(3, 1)));
        m.put("linked", new LinkedList<>(List.of('a')));
        m.put("em", new EnumMap<>(Map.of(Col.RED, 1)));
        m.put("exc", new IllegalStateException("msg").getMessage());
        m.put("loc", Locale.FRANCE);
        m.put("sb", new StringBuilder("sb").toString());
        m.put("un", Collections.unmodifiableList(new ArrayList<>(List.of(1))));
        Map<String, Object> m2 = copy(m);
        m2.forEach((k, v)
                       -> System.out.println(k + " " + (v instanceof long[] l ? Arrays.toString(l) : v) + " "
                           + (v == null ? "" : v.getClass().getSimpleName())));
        Exception ex = copy(new RuntimeException("outer", new IOException("inner")));
        System.out.println(ex + " " + ex.getCause() + ex.getStackTrace()[0].getMethodName());
        byte[] two = write("same", "same", 5);
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(two))) {
            Object x = i.readObject(), y = i.readObject();
            System.out.println((x == y) + " " + i.readObject());
            try {
                i.readObject();
            } catch (EOFException eof) { System.out.println("eof"); }
        }
        byte[] data = write(new Prims());
        System.out.println(data.length + " " + data[0] + data[1] + " "
            + ObjectStreamClass.lookup(Node.class).getSerialVersionUID()
            + ObjectStreamClass.lookup(Node.class).getFields().length + ObjectStreamClass.lookup(NoSer.class)
            + ObjectStreamClass.lookup(Col.class).getSerialVersionUID());
        byte[] corrupt = data.clone();
        corrupt[0] = 0;
        try {
            read(corrupt);
        } catch (StreamCorruptedException x) { System.out.println(x.getMessage()); }
        try {
            read(Arrays.copyOf(data, 50));
        } catch (EOFException x) { System.out.println("truncated"); }
        byte[] renamed = write(new Single());
        for (int i = 0; i < renamed.length - 6; i++)
            if (new String(renamed, i, 6, "ISO-8859-1").equals("Single")) {
                renamed[i + 5] = 'x';
                break;
            }
        try {
            read(renamed);
        } catch (ClassNotFoundException x) { System.out.println(x.getMessage()); }
        byte[] ver = write(new Single());
        for (int i = 0; i < ver.length - 8; i++)
            if (ver[i + 7] == 4 && ver[i] == 0 && ver[i + 6] == 0 && ver[i + 1] == 0 && ver[i + 3] == 0) {
                ver[i + 7] = 44;
                break;
            }
        try {
            read(ver);
        } catch (InvalidClassException x) { System.out.println(x.getMessage()); }
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream o = new ObjectOutputStream(bo)) {
            int[] arr = {1};
            o.writeObject(arr);
            arr[0] = 2;
            o.writeObject(arr);
            o.reset();
            o.writeObject(arr);
            o.writeUnshared(arr);
            o.writeInt(5);
            o.writeUTF("u");
        }
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            System.out.println(((int[]) i.readObject())[0] + "" + ((int[]) i.readObject())[0]
                + ((int[]) i.readObject())[0] + ((int[]) i.readObject())[0] + i.readInt() + i.readUTF());
        }
        try (ObjectInputStream i = new ObjectInputStream(new ByteArrayInputStream(write(new Prims())))) {
            i.setObjectInputFilter(info
                -> info.serialClass() == Prims.class ? ObjectInputFilter.Status.REJECTED
                                                     : ObjectInputFilter.Status.UNDECIDED);
            i.readObject();
        } catch (InvalidClassException x) { System.out.println(x.getMessage()); }
    }
}

// VarHandle in all access modes and on all kinds of places: fields, statics, arrays, byte views; refused modes; and
// message passing with release and acquire between two threads.

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class JucVarHandle {
    int i;
    long l;
    byte b;
    short s;
    char c;
    boolean z;
    float f;
    double d;
    String text = "t";
    final int fixed = 9;
    static int shared = 1;
    static volatile Object sharedObject;

    static VarHandle field(String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.lookup().findVarHandle(JucVarHandle.class, name, type);
    }

    static void ints() throws Exception {
        VarHandle h = field("i", int.class);
        JucVarHandle o = new JucVarHandle();
        h.set(o, 5);
        h.setVolatile(o, (int) h.get(o) + 1);
        h.setOpaque(o, (int) h.getVolatile(o) + 1);
        h.setRelease(o, (int) h.getOpaque(o) + 1);
        System.out.println((int) h.getAcquire(o) + " " + o.i);
        System.out.println(h.compareAndSet(o, 8, 9) + " " + h.compareAndSet(o, 8, 10) + " "
                + (int) h.compareAndExchange(o, 9, 11) + " " + (int) h.compareAndExchangeAcquire(o, 0, 1) + " "
                + (int) h.compareAndExchangeRelease(o, 11, 12) + " " + o.i);
        System.out.println((int) h.getAndSet(o, 1) + " " + (int) h.getAndSetAcquire(o, 2) + " "
                + (int) h.getAndSetRelease(o, 3) + " " + (int) h.getAndAdd(o, 4) + " "
                + (int) h.getAndAddAcquire(o, 5) + " " + (int) h.getAndAddRelease(o, 6) + " " + o.i);
        System.out.println((int) h.getAndBitwiseOr(o, 0b1100000) + " " + (int) h.getAndBitwiseAnd(o, 0b1010101) + " "
                + (int) h.getAndBitwiseXor(o, -1) + " " + (int) h.getAndBitwiseOrAcquire(o, 1) + " "
                + (int) h.getAndBitwiseAndRelease(o, 0xff) + " " + (int) h.getAndBitwiseXorAcquire(o, 0x0f) + " "
                + o.i);
        while (!h.weakCompareAndSet(o, o.i, 70) || !h.weakCompareAndSetPlain(o, o.i, 71)) {
            Thread.onSpinWait();
        }
        System.out.println(o.i + " " + h.varType() + " " + h.coordinateTypes());
    }

    static void otherTypes() throws Exception {
        JucVarHandle o = new JucVarHandle();
        VarHandle l = field("l", long.class);
        VarHandle b = field("b", byte.class);
        VarHandle s = field("s", short.class);
        VarHandle c = field("c", char.class);
        VarHandle z = field("z", boolean.class);
        VarHandle f = field("f", float.class);
        VarHandle d = field("d", double.class);
        VarHandle text = field("text", String.class);
        System.out.println((long) l.getAndAdd(o, 1L << 40) + " " + l.compareAndSet(o, 1L << 40, -1L) + " " + o.l);
        System.out.println((byte) b.getAndAdd(o, (byte) 127) + " " + (byte) b.getAndAdd(o, (byte) 2) + " " + o.b + " "
                + b.compareAndSet(o, (byte) -127, (byte) 3) + " " + o.b + " neighbours " + o.s + " " + (int) o.c);
        System.out.println((short) s.getAndBitwiseOr(o, (short) 0x7f0f) + " " + (short) s.getAndAdd(o, (short) 0x100)
                + " " + o.s);
        System.out.println((int) (char) c.getAndSet(o, 'q') + " " + c.compareAndSet(o, 'q', '\uffff') + " "
                + (int) (char) c.getAndAdd(o, (char) 2) + " " + (int) o.c);
        System.out.println(z.compareAndSet(o, false, true) + " " + (boolean) z.getAndSet(o, false) + " "
                + (boolean) z.getAndBitwiseOr(o, true) + " " + (boolean) z.getAndBitwiseXor(o, true) + " " + o.z);
        System.out.println((float) f.getAndAdd(o, 1.5f) + " " + f.compareAndSet(o, 1.5f, Float.NaN) + " "
                + f.compareAndSet(o, Float.NaN, -0.0f) + " " + f.compareAndSet(o, 0.0f, 1f) + " " + o.f);
        System.out.println((double) d.getAndSet(o, Double.MIN_VALUE) + " " + (double) d.getAndAdd(o, 2.25) + " " + o.d);
        System.out.println(text.compareAndSet(o, "t", "u") + " " + (String) text.getAndSet(o, null) + " "
                + (String) text.compareAndExchange(o, null, "v") + " " + o.text);
        VarHandle st = MethodHandles.lookup().findStaticVarHandle(JucVarHandle.class, "shared", int.class);
        System.out.println((int) st.getAndAdd(10) + " " + st.compareAndSet(11, 12) + " " + shared + " "
                + st.coordinateTypes());
        VarHandle so = MethodHandles.lookup().findStaticVarHandle(JucVarHandle.class, "sharedObject", Object.class);
        Object first = so.getAndSet("object");
        System.out.println(first + " " + sharedObject);
    }

    static void arrays() {
        VarHandle ia = MethodHandles.arrayElementVarHandle(int[].class);
        int[] a = new int[4];
        System.out.println((int) ia.getAndAdd(a, 1, 5) + " " + ia.compareAndSet(a, 1, 5, 6) + " "
                + Arrays.toString(a));
        VarHandle sa = MethodHandles.arrayElementVarHandle(String[].class);
        String[] words = {"x", null};
        System.out.println((String) sa.getAndSet(words, 0, "y") + " " + sa.compareAndSet(words, 1, null, "z") + " "
                + Arrays.toString(words) + " " + sa.coordinateTypes());
        VarHandle da = MethodHandles.arrayElementVarHandle(double[].class);
        double[] ds = {1, 2};
        System.out.println((double) da.getAndAdd(ds, 1, 0.5) + " " + ds[1]);
        VarHandle za = MethodHandles.arrayElementVarHandle(boolean[].class);
        boolean[] zs = new boolean[5];
        System.out.println(za.compareAndSet(zs, 2, false, true) + " " + Arrays.toString(zs));
        VarHandle ba = MethodHandles.arrayElementVarHandle(byte[].class);
        byte[] bs = {1, 2, 3, 4, 5};
        System.out.println((byte) ba.getAndAdd(bs, 2, (byte) 100) + " " + ba.compareAndSet(bs, 3, (byte) 4, (byte) -4)
                + " " + Arrays.toString(bs));
        try {
            ia.getVolatile(a, 4);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            ia.set((int[]) null, 0, 1);
        } catch (NullPointerException e) {
            System.out.println("null array");
        }
        VarHandle oa = MethodHandles.arrayElementVarHandle(Object[].class);
        try {
            oa.set((Object[]) new Integer[1], 0, (Object) "not an Integer");
        } catch (ArrayStoreException | ClassCastException e) {
            System.out.println(e.getClass().getName());
        }
    }

    static void views() {
        VarHandle big = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        VarHandle little = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        byte[] bytes = new byte[16];
        big.set(bytes, 0, 0x01020304);
        big.set(bytes, 5, 0x0a0b0c0d);
        System.out.println(Arrays.toString(bytes) + " " + Integer.toHexString((int) big.get(bytes, 3)));
        little.set(bytes, 8, 0x1122334455667788L);
        System.out.println(Arrays.toString(bytes));
        try {
            big.get(bytes, 13);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("view past the end");
        }
        VarHandle buffer = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer bb = ByteBuffer.allocateDirect(16);
        buffer.set(bb, 4, 77);
        System.out.println(bb.getInt(4) + " " + (int) buffer.getAndAdd(bb, 4, 3) + " " + bb.getInt(4) + " "
                + buffer.compareAndSet(bb, 4, 80, 81) + " " + bb.get(7));
    }

    static void refusals() throws Exception {
        VarHandle fixed = field("fixed", int.class);
        JucVarHandle o = new JucVarHandle();
        System.out.println("final read " + (int) fixed.get(o));
        try {
            fixed.set(o, 3);
        } catch (UnsupportedOperationException e) {
            System.out.println("final write " + e.getClass().getSimpleName());
        }
        VarHandle text = field("text", String.class);
        try {
            text.getAndAdd(o, "x");
        } catch (UnsupportedOperationException e) {
            System.out.println("getAndAdd on a reference " + e.getClass().getSimpleName());
        }
        VarHandle h = field("i", int.class);
        try {
            h.set(null, 3);
        } catch (NullPointerException e) {
            System.out.println("null receiver");
        }
        try {
            h.set((Object) "wrong", 3);
        } catch (ClassCastException e) {
            System.out.println("wrong receiver");
        }
        try {
            h.withInvokeExactBehavior().set(o, (short) 3);
        } catch (java.lang.invoke.WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            field("absent", int.class);
        } catch (NoSuchFieldException e) {
            System.out.println(e);
        }
        try {
            field("i", long.class);
        } catch (NoSuchFieldException e) {
            System.out.println(e);
        }
        int[] supported = new int[3];
        for (AccessMode m : AccessMode.values()) {
            supported[0] += h.isAccessModeSupported(m) ? 1 : 0;
            supported[1] += text.isAccessModeSupported(m) ? 1 : 0;
            supported[2] += fixed.isAccessModeSupported(m) ? 1 : 0;
        }
        System.out.println(AccessMode.values().length + " " + Arrays.toString(supported) + " "
                + h.accessModeType(AccessMode.COMPARE_AND_SET) + " "
                + AccessMode.valueFromMethodName("getAndAddRelease"));
    }

    static int[] data = new int[8];
    static int flag;
    static int turn;

    static void messagePassing() throws Exception {
        VarHandle f = MethodHandles.lookup().findStaticVarHandle(JucVarHandle.class, "flag", int.class);
        VarHandle t = MethodHandles.lookup().findStaticVarHandle(JucVarHandle.class, "turn", int.class);
        int[] sums = new int[20];
        Thread consumer = new Thread(() -> {
            for (int r = 1; r <= 20; r++) {
                while ((int) f.getAcquire() != r) {
                    Thread.yield();
                }
                for (int v : data) {
                    sums[r - 1] += v;
                }
                t.setRelease(r);
            }
        });
        consumer.start();
        for (int r = 1; r <= 20; r++) {
            for (int k = 0; k < data.length; k++) {
                data[k] = r * k;
            }
            f.setRelease(r);
            while ((int) t.getAcquire() != r) {
                Thread.yield();
            }
        }
        consumer.join();
        System.out.println(Arrays.toString(sums));
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        VarHandle.loadLoadFence();
        VarHandle.storeStoreFence();
    }

    static void spinLock() throws Exception {
        VarHandle lock = MethodHandles.arrayElementVarHandle(int[].class);
        int[] cell = new int[2];
        List<Thread> threads = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            Thread th = new Thread(() -> {
                for (int n = 0; n < 100; n++) {
                    while (!lock.compareAndSet(cell, 0, 0, 1)) {
                        Thread.yield();
                    }
                    cell[1]++;
                    lock.setRelease(cell, 0, 0);
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        System.out.println("spin lock " + cell[1]);
    }

    public static void main(String[] args) throws Exception {
        ints();
        otherTypes();
        arrays();
        views();
        refusals();
        messagePassing();
        spinLock();
    }
}

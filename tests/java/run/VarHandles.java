// VarHandles on fields, statics, arrays and byte views, in all access modes, with coordinates checked and exact types.
import java.lang.invoke.*;
import java.nio.*;
import java.util.*;

public class VarHandles {
    int i = 1;
    long l = 2;
    double d = 2.5;
    String s = "s";
    byte b = 1;
    boolean z;
    char c = 'a';
    short sh = 3;
    float f = 1.5f;
    static int st = 9;
    final int fin = 4;
    volatile int vol;
    Object ref = "r";
    interface Body {
        Object run() throws Throwable;
    }
    static void x(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Throwable e) {
            boolean own = e instanceof NullPointerException || e instanceof ClassCastException;
            String message = own ? "" : ": " + String.valueOf(e.getMessage()).replaceAll("@[0-9a-f]+", "@");
            System.out.println(n + " ! " + e.getClass().getSimpleName() + message);
        }
    }
    static VarHandle v(String n, Class<?> t) throws Exception {
        return MethodHandles.lookup().findVarHandle(VarHandles.class, n, t);
    }
    public static void main(String[] args) throws Throwable {
        VarHandles o = new VarHandles();
        VarHandle vi = v("i", int.class), vl = v("l", long.class), vd = v("d", double.class), vs = v("s", String.class),
                  vb = v("b", byte.class), vz = v("z", boolean.class), vc = v("c", char.class),
                  vf = v("f", float.class), vsh = v("sh", short.class), vfin = v("fin", int.class),
                  vst = MethodHandles.lookup().findStaticVarHandle(VarHandles.class, "st", int.class),
                  vr = v("ref", Object.class);
        System.out.println((int) vi.get(o) + " " + (long) vl.getVolatile(o) + (double) vd.getOpaque(o)
            + (String) vs.getAcquire(o) + (int) vst.get());
        vi.set(o, 10);
        vl.setVolatile(o, 20L);
        vd.setRelease(o, 3.5);
        vs.setOpaque(o, "t");
        vst.set(90);
        System.out.println(o.i + " " + o.l + o.d + o.s + st);
        System.out.println(vi.compareAndSet(o, 10, 11) + " " + vi.compareAndSet(o, 10, 12)
            + (int) vi.compareAndExchange(o, 11, 13) + (int) vi.compareAndExchange(o, 11, 14) + (int) vi.getAndAdd(o, 5)
            + (int) vi.getAndSet(o, 7) + (int) vi.getAndBitwiseOr(o, 8) + (int) vi.getAndBitwiseAnd(o, 9)
            + (int) vi.getAndBitwiseXor(o, 3) + o.i);
        boolean weak;
        do weak = vl.weakCompareAndSet(o, 20L, 30L);
        while (!weak);
        System.out.println(o.l + " " + (long) vl.getAndAdd(o, -100L)
            + (long) vl.compareAndExchangeAcquire(o, -70L, 1L << 50) + o.l + vl.weakCompareAndSetPlain(o, 5L, 6L));
        System.out.println((double) vd.getAndAdd(o, 0.25) + " " + o.d + vd.compareAndSet(o, 3.75, -0.0)
            + vd.compareAndSet(o, 0.0, 1.0) + (float) vf.getAndAddAcquire(o, 1f)
            + (float) vf.getAndSetRelease(o, Float.NaN) + vf.compareAndSet(o, Float.NaN, 2f));
        System.out.println((String) vs.getAndSet(o, "u") + vs.compareAndSet(o, "u", "v") + o.s
            + (String) vs.compareAndExchangeRelease(o, "x", "y") + (Object) vr.getAndSet(o, 5) + o.ref);
        System.out.println((byte) vb.getAndAdd(o, (byte) 127) + " " + o.b + (boolean) vz.getAndBitwiseOr(o, true) + o.z
            + vz.compareAndSet(o, true, false) + (boolean) vz.getAndBitwiseXor(o, true) + o.z
            + (char) vc.getAndAdd(o, (char) 2) + o.c + vc.compareAndSet(o, 'c', 'z') + o.c
            + (short) vsh.getAndSet(o, (short) -1) + (short) vsh.getAndBitwiseAnd(o, (short) 0xff) + o.sh
            + vb.compareAndSet(o, (byte) -128, (byte) 5) + o.b);
        x("final set", () -> {
            vfin.set(o, 1);
            return 0;
        });
        System.out.println((int) vfin.get(o) + " " + vfin.isAccessModeSupported(VarHandle.AccessMode.SET)
            + vs.isAccessModeSupported(VarHandle.AccessMode.GET_AND_ADD)
            + vi.isAccessModeSupported(VarHandle.AccessMode.GET_AND_BITWISE_XOR));
        x("add string", () -> vs.getAndAdd(o, "x"));
        x("bitwise double", () -> vd.getAndBitwiseOr(o, 1.0));
        x("wrong type", () -> {
            vi.set(o, "x");
            return 0;
        });
        x("null receiver", () -> (int) vi.get((VarHandles) null));
        x("wrong receiver", () -> (int) vi.get((Object) "s"));
        x("few", () -> vi.get());
        x("widen", () -> {
            vl.set(o, 5);
            return (long) vl.get(o);
        });
        x("return widen", () -> (long) vi.get(o));
        x("return narrow", () -> (short) vi.get(o));
        x("boxed", () -> (Integer) vi.get(o));
        x("object", () -> (Object) vi.get(o));
        x("ref cast", () -> (String) vr.get(o));
        x("no field", () -> v("nope", int.class));
        x("static as instance", () -> v("st", int.class));
        System.out.println(vi.varType() + " " + vi.coordinateTypes()
            + vi.accessModeType(VarHandle.AccessMode.COMPARE_AND_SET) + vst.coordinateTypes()
            + vi.hasInvokeExactBehavior());
        VarHandle ex = vl.withInvokeExactBehavior();
        x("exact wrong", () -> {
            ex.set(o, 5);
            return 0;
        });
        x("exact right", () -> {
            ex.set(o, 5L);
            return (long) ex.get(o);
        });
        VarHandle ai = MethodHandles.arrayElementVarHandle(int[].class),
                  as = MethodHandles.arrayElementVarHandle(String[].class),
                  al = MethodHandles.arrayElementVarHandle(long[][].class),
                  ab = MethodHandles.arrayElementVarHandle(boolean[].class);
        int[] arr = {1, 2, 3};
        ai.set(arr, 0, 5);
        System.out.println((int) ai.getAndAdd(arr, 0, 6) + " " + arr[0] + ai.compareAndSet(arr, 2, 3, 33) + arr[2]
            + (int) ai.getVolatile(arr, 1));
        x("bounds", () -> (int) ai.get(arr, 3));
        x("negative", () -> (int) ai.getVolatile(arr, -1));
        x("null array", () -> (int) ai.get((int[]) null, 0));
        String[] sa = {"a", null};
        System.out.println(as.compareAndSet(sa, 1, null, "b") + sa[1] + (String) as.getAndSet(sa, 0, null) + sa[0]);
        Object[] cov = sa;
        x("array store", () -> {
            as.set(cov, 0, (Object) 5);
            return 0;
        });
        VarHandle ao = MethodHandles.arrayElementVarHandle(Object[].class);
        x("array store 2", () -> {
            ao.set(cov, 0, (Object) 5);
            return 0;
        });
        x("array store cas", () -> ao.compareAndSet(cov, 0, null, (Object) 5));
        long[][] ll = {{1}, null};
        al.set(ll, 1, new long[] {7});
        System.out.println(ll[1][0]);
        boolean[] ba = {false, true};
        System.out.println(ab.compareAndSet(ba, 0, false, true) + "" + ba[0]);
        byte[] bytes = new byte[16];
        VarHandle bl = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN),
                  bi = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN),
                  bs = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN),
                  bd = MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.BIG_ENDIAN);
        bl.set(bytes, 0, 0x0102030405060708L);
        bi.set(bytes, 9, 0xCAFEBABE);
        System.out.println(Arrays.toString(bytes) + " " + Integer.toHexString((int) bi.get(bytes, 0))
            + (short) bs.get(bytes, 3) + (double) bd.get(bytes, 8) + Long.toHexString((long) bl.get(bytes, 3)));
        x("view bounds", () -> (long) bl.get(bytes, 9));
        x("view bounds neg", () -> (int) bi.get(bytes, -1));
        ByteBuffer bb = ByteBuffer.allocate(16);
        VarHandle bbi = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        bbi.set(bb, 4, 77);
        System.out.println((int) bbi.get(bb, 4) + " " + bb.get(4) + bb.get(7));
        x("buffer bounds", () -> (int) bbi.get(bb, 14));
        x("read only", () -> {
            bbi.set(bb.asReadOnlyBuffer(), 0, 1);
            return 0;
        });
        MethodHandle mh = vi.toMethodHandle(VarHandle.AccessMode.GET_AND_ADD);
        System.out.println((int) mh.invokeExact(o, 5) + " " + o.i + mh.type());
        MethodHandle inv = MethodHandles.varHandleInvoker(
            VarHandle.AccessMode.SET, MethodType.methodType(void.class, VarHandles.class, int.class));
        inv.invoke(vi, o, 1234);
        System.out.println(o.i);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        int n = 0;
        for (int k = 0; k < 1000; k++) n += (int) vi.getAndAdd(o, 1) % 3;
        System.out.println(n + " " + o.i);
    }
}

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Each method whose name begins with `t` fails with a NullPointerException; `main` prints the messages. */
public class Npe {
    static class A {
        A next;
        A[] many;
        int v = 1;
        long l;
        double d;
        int[] ints;
        A[][][] deep;
        Object o;
        String s;
        static A none;
        static A some = new A();

        A self() { return this; }
        A no() { return null; }
        int one() { return 1; }
        static A none(int i, String s, Object[] os, long[][] ls, StringBuilder b, Integer w) { return null; }
    }

    interface I { Object get(A a, char c); }

    A field;
    static int[][] table;
    static int zero;
    static Object[] objects = new Object[3];
    static String text;

    /** What a parameter of that type gets: objects whose own references are null. */
    static Object argument(Class<?> type) {
        if (type == int.class) return 1;
        if (type == long.class) return 1L;
        if (type == double.class) return 1.0;
        if (type == float.class) return 1f;
        if (type == byte.class) return (byte) 1;
        if (type == char.class) return (char) 1;
        if (type == short.class) return (short) 1;
        if (type == boolean.class) return true;
        if (type == A.class) return new A();
        if (type == A[].class) return new A[9];
        if (type == A[][].class) return new A[9][9];
        if (type == int[][].class) return new int[9][];
        if (type == Object[][].class) return new Object[9][];
        return null;
    }

    static A chain(int length) {
        A a = new A();
        if (length > 0) a.next = chain(length - 1);
        return a;
    }

    static <T> T same(T t) { return t; }
    static int one() { return 1; }

    // Arrays of each kind.
    static int tLoadInt(int[] a) { return a[0]; }
    static long tLoadLong(long[] a) { return a[0]; }
    static float tLoadFloat(float[] a) { return a[0]; }
    static double tLoadDouble(double[] a) { return a[0]; }
    static Object tLoadObject(Object[] a) { return a[0]; }
    static byte tLoadByte(byte[] a) { return a[0]; }
    static boolean tLoadBoolean(boolean[] a) { return a[0]; }
    static char tLoadChar(char[] a) { return a[0]; }
    static short tLoadShort(short[] a) { return a[0]; }
    static void tStoreInt(int[] a) { a[0] = 1; }
    static void tStoreLong(long[] a) { a[0] = 1; }
    static void tStoreFloat(float[] a) { a[0] = 1; }
    static void tStoreDouble(double[] a) { a[0] = 1; }
    static void tStoreObject(Object[] a) { a[0] = ""; }
    static void tStoreByte(byte[] a) { a[0] = 1; }
    static void tStoreBoolean(boolean[] a) { a[0] = true; }
    static void tStoreChar(char[] a) { a[0] = 1; }
    static void tStoreShort(short[] a) { a[0] = 1; }
    static int tLength(int[] a) { return a.length; }
    static int tLengthOfObjects(String[] a) { return a.length; }
    static void tForEach(long[] a) { for (long l : a) zero += l; }

    // Monitors and exceptions.
    static void tSynchronized(Object o) { synchronized (o) { zero++; } }
    static void tThrow(RuntimeException e) { throw e; }
    static void tThrowNull() { throw null; }
    static void tThrowResult(Supplier<RuntimeException> s) { throw s.get(); }
    static void tThrowCast(Object o) { throw (RuntimeException) o; }

    // Fields.
    static int tReadField(A a) { return a.next.v; }
    static void tAssignField(A a) { a.next.v = 1; }
    static void tAssignLong(A a) { a.next.l = 1; }
    static void tAssignDouble(A a) { a.next.d = 1; }
    static void tAssignObject(A a) { a.next.o = "x"; }
    static void tCompoundLong(A a) { a.next.l += 2; }
    static void tIncrement(A a) { a.next.v++; }
    static int tStaticField() { return A.none.v; }
    static int tStaticThenField() { return A.some.next.v; }
    static int tStaticOfOwnClass() { return table[0][1]; }
    static int tStaticString() { return text.length(); }
    int tThisField() { return field.v; }
    int tThisFieldOfField(A a) { field = a; return this.field.next.v; }
    static int tChain1() { A a = chain(0); return a.next.v; }
    static int tChain2() { A a = chain(1); return a.next.next.v; }
    static int tChain3() { A a = chain(2); return a.next.next.next.v; }
    static int tChain4() { A a = chain(3); return a.next.next.next.next.v; }
    static int tChain5() { A a = chain(4); return a.next.next.next.next.next.v; }
    static int tChain6() { A a = chain(5); return a.next.next.next.next.next.next.v; }
    static int tChain9() { A a = chain(8); return a.next.next.next.next.next.next.next.next.next.v; }

    // Calls.
    static int tInvokeString(String s) { return s.length(); }
    static int tInvokeObject(Object o) { return o.hashCode(); }
    static boolean tInvokeWithObject(Object o, Object p) { return o.equals(p); }
    static int tInvokeInterface(List<String> l) { return l.size(); }
    static Object tInvokeInterfaceWithLong(Map<String, Long> m) { return m.put("x", 5L); }
    static Object tInvokeNested(I i, A a) { return i.get(a, 'c'); }
    static Object tInvokeOnResult(A a) { return a.no().self(); }
    static Object tInvokeOnStaticResult() { return A.none(1, "", null, null, null, 4).self(); }
    static int tFieldOfResult(A a) { return a.self().no().v; }
    static int tFieldOfFieldOfResult(A a) { return a.self().next.v; }
    static Object tGeneric(A a) { return same(a.s).length(); }
    static Object tCast(Object o) { return ((A) o).self(); }
    static Object tCastResult(A a) { return ((String) same(a.o)).trim(); }
    static Object tCastField(A a) { return ((String) a.o).trim(); }
    static Object tClone(int[] a) { return a.clone(); }
    static Object tCloneObjects(String[] a) { return a.clone(); }
    static Object tCloneNested(List<?>[][] a) { return a.clone(); }
    static int tUnbox(Integer i) { return i + 1; }
    static long tUnboxResult(Map<String, Long> m) { return Map.<String, Long>of().get("x"); }
    static int tSwitchOnString(String s) { switch (s) { case "a": return 1; default: return 2; } }
    static int tSwitchOnEnum(Thread.State s) { switch (s) { case NEW: return 1; default: return 2; } }
    static void tForEachList(List<String> l) { for (String s : l) zero++; }
    private void hidden() { }
    static void tPrivate(Object o) { ((Npe) o).hidden(); }
    static void tOuter(Npe npe) { npe.new Inner(); }
    class Inner { int i = field.v; }
    void tInInner() { new Inner(); }
    static Object tNullLiteral() { return ((A) null).self(); }
    static int tNullVariable() { A a = null; return a.v; }
    static void tLambda(Supplier<String> s) { Runnable r = () -> s.get(); r.run(); }
    static void tMethodReference(A a) { Supplier<A> s = a.next::self; s.get(); }
    static int tConcatenated(A a) { return ("x" + a.s).length() + a.s.length(); }

    // Elements and their indices.
    static int tElement(int[][] a) { return a[2][3]; }
    static int tElementOfLocalIndex(int[][] a, int i) { return a[i][0]; }
    static int tElementAfterIncrement(int[][] a, int i) { i++; return a[i][0]; }
    static int tElementAfterAssignment(int[][] a, int i) { i = 3; return a[i][0]; }
    static int tElementIncremented(int[][] a, int i) { return a[i++][0]; }
    static int tElementOfSum(int[][] a, int i) { return a[i + 1][0]; }
    static int tElementOfNegation(int[][] a, int i) { return a[-(i - 2)][0]; }
    static int tElementOfNegatedVariable(int[][] a) { int i = -2; return a[-i][0]; }
    static int tElementOfByteCast(int[][] a, int i) { return a[(byte) i][0]; }
    static int tElementOfCharCast(int[][] a, int i) { return a[(char) i][0]; }
    static int tElementOfShortCast(int[][] a, int i) { return a[(short) i][0]; }
    static int tElementOfLongCast(int[][] a, long i) { return a[(int) i][0]; }
    static int tElementOfFloatCast(int[][] a, float i) { return a[(int) i][0]; }
    static int tElementOfDoubleCast(int[][] a, double i) { return a[(int) i][0]; }
    static int tElementOfMask(int[][] a, int i) { return a[i & 7][0]; }
    static int tElementOfShift(int[][] a, int i) { return a[i << 1][0]; }
    static int tElementOfByteParameter(int[][] a, byte i) { return a[i][0]; }
    static int tElementOfField(int[][] a, A b) { return a[b.v][0]; }
    static int tElementOfStatic(int[][] a) { return a[zero][0]; }
    static int tElementOfCall(int[][] a) { return a[one()][0]; }
    static int tElementOfVirtualCall(int[][] a, A b) { return a[b.self().one()][0]; }
    static int tElementOfElement(int[][] a) { int[] b = {1, 2}; return a[b[1]][0]; }
    static int tElementOfByteElement(int[][] a) { byte[] b = {1, 2}; return a[b[1]][0]; }
    static int tElementOfCharElement(int[][] a) { char[] b = {1, 2}; return a[b[1]][0]; }
    static int tElementOfLength(int[][] a) { return a[objects.length][0]; }
    static int tElementByteConstant(int[][] b) { int[][] a = new int[200][]; return a[100][0]; }
    static int tElementShortConstant(int[][] b) { int[][] a = new int[2000][]; return a[1000][0]; }
    static int tElementLongConstant(int[][] b) { int[][] a = new int[200000][]; return a[100000][0]; }
    static int tElementOfConditional(int[][] a, boolean c) { return a[c ? 1 : 2][0]; }
    static int tElementOfConditionalArray(int[][] a, int[][] b, boolean c) { return (c ? a : b)[1][0]; }
    static int tElementField(A[] a) { return a[1].v; }
    static int tElementFieldOfField() { A a = new A(); a.many = new A[3]; return a.many[2].v; }
    static int tFieldOfElement(A[] a) { a[3] = new A(); return a[3].next.v; }
    static Object tElementCall(A[][] a, int i) { return a[i][i + 1].self(); }
    static Object tElementOfResultArray() { return same(new A[3])[1].self(); }
    static Object tDeepElements() { A[][][][][][][] a = new A[1][1][1][1][1][1][1]; return a[0][0][0][0][0][0][0].self(); }
    static Object tDeepIndices(A b) { A[] a = new A[9]; b.next = new A(); return a[b.next.self().one()].self(); }
    static Object tDeepIndexChain() { int[][] a = new int[9][]; A b = chain(7); return a[b.next.next.next.next.next.next.v][0]; }
    static void tStoreToElement(int[][] a, int i) { a[i][2] = i; }
    static void tStoreObjectToElement(Object[][] a, int i) { a[i][2] = ""; }
    static void tCompoundElement(int[][] a) { a[0][1] += 5; }
    static void tCompoundField(A[] a) { a[0].l++; }
    static Object tNewArray() { return ((String[][][]) new String[2][][])[1][0]; }
    static Object tNewArrayElement() { return (new String[2])[1].trim(); }
    static Object tArrayInitialiser() { return new A[] {null}[0].self(); }

    // Where control flow meets.
    static int tConditional(A a, A b, boolean c) { return (c ? a.next : b.next).v; }
    static Object tConditionalCall(Object a, boolean c) { return (c ? a : "").toString(); }
    static Object tConditionalArgument(A a, boolean c) { return a.s.concat(c ? "a" : "b"); }
    static int tLoop(A a) { int n = 0; while (true) { n += a.v; a = a.next; } }
    static int tAfterLoop(A a, A b) { for (int i = 0; i < 3; i++) { a = b; } return a.next.v; }
    static int tAssignedParameter(A a) { a = a.next; return a.v; }
    static int tAssignedInBranch(Object a, boolean c) { if (!c) { a = ""; } return a.hashCode(); }
    static int tAssignedInOtherBranch(Object a, boolean c) { if (c) { zero++; } else { a = ""; zero--; } return a.hashCode(); }
    int tThis(A a) { Npe me = this; return me.field.v; }
    int tParameters(int i, long l, Object o, double d, String s) { return s.length(); }
    static int tStaticParameters(int i, long l, Object o, double d, String s) { return s.length(); }
    static int tManyLocals(A x) {
        long a0 = 1, a1 = 1, a2 = 1, a3 = 1, a4 = 1, a5 = 1, a6 = 1, a7 = 1, a8 = 1, a9 = 1, b0 = 1, b1 = 1, b2 = 1, b3 = 1, b4 = 1, b5 = 1;
        long c0 = 1, c1 = 1, c2 = 1, c3 = 1, c4 = 1, c5 = 1, c6 = 1, c7 = 1, c8 = 1, c9 = 1, d0 = 1, d1 = 1, d2 = 1, d3 = 1, d4 = 1, d5 = 1;
        A y = x.next;
        return y.v;
    }
    static int tManyParameters(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long b0,
            long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9, long c0, long c1, long c2, long c3,
            long c4, long c5, long c6, long c7, long c8, long c9, long d0, String o1, String o2, String o3) {
        return o3.length();
    }
    static int tParameter63(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long b0,
            long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9, long c0, long c1, long c2, long c3,
            long c4, long c5, long c6, long c7, long c8, long c9, long d0, String o1, String o2, String o3) {
        return o2.length();
    }
    static int tInCatch(A a) { try { throw new IllegalStateException(); } catch (IllegalStateException e) { return a.next.v; } }
    static int tCause() { try { throw new IllegalStateException(); } catch (IllegalStateException e) { return e.getCause().hashCode(); } }
    static int tInFinally(A a) { try { zero++; } finally { a.next.v++; } return 1; }
    static int tReusedSlot(boolean c) { if (c) { int i = 4; zero += i; } String s = text; return s.length(); }
    static int tBetweenCalls(A a) { return Math.max(a.v, a.next.v); }
    static Object tAssignment(A a) { A b; return (b = a.next).self(); }
    static Object tFieldAssignment(A a) { return (a.next = a.many[0]).self(); }
    static Object tTernaryNull(boolean c) { return (c ? null : "").length(); }
    static void tAssert(A a) { if (a.next.v == 2 && a.v == 3) zero++; }
    static void tNestedCalls(A a) { A.none(a.v, a.s.trim(), null, null, null, 1); }
    static void tStringSwitchField(A a) { switch (a.s) { case "q": zero++; } }
    static void tExplicit() { throw new NullPointerException(); }
    static void tRecord(Pair p) { p.first(); }
    static int tRecordComponent(A a) { return new Pair(a.s, a.o).first().length(); }
    record Pair(String first, Object second) { }

    public static void main(String[] args) throws Exception {
        for (Method method : Npe.class.getDeclaredMethods()) {
            if (!method.getName().startsWith("t") || method.isSynthetic()) continue;
            Class<?>[] types = method.getParameterTypes();
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) values[i] = argument(types[i]);
            try {
                method.invoke(new Npe(), values);
                throw new IllegalStateException(method.getName() + " did not fail");
            } catch (InvocationTargetException e) {
                NullPointerException npe = (NullPointerException) e.getCause();
                System.out.println("NPE " + method.getName() + " " + npe.getMessage());
            }
        }
    }
}

// Generic signatures and Class metadata: type variables, wildcards, parameterised and array types, names, primitives, array helpers.
import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ReflectTypes {
    static class Box<T extends Number & Comparable<T>, U>
        extends AbstractMap<T, List<? super U>> implements Supplier<Map<String, ? extends T[]>> {
        T t;
        U[] us;
        List<? extends T>[] lists;
        Map.Entry<T, Map<U, int[]>> entry;
        Box<Integer, String>.In<Long> in;
        class In<V> {
            V v;
            T outer;
        }
        <X extends Throwable, Y extends List<X>> Y meth(X x, Collection<? super Y>... c) throws X { return null; }
        public Map<String, ? extends T[]> get() { return null; }
        public Set<Entry<T, List<? super U>>> entrySet() { return null; }
        @SafeVarargs
        final void sv(U... u) {}
    }
    static class Bound extends Box<Integer, String> {}
    interface Rec<S extends Rec<S>> {}
    static class RecImpl implements Rec<RecImpl> {}
    static String describe(Type t) {
        if (t instanceof Class<?> c) return "class " + c.getTypeName();
        if (t instanceof ParameterizedType p) {
            StringBuilder s = new StringBuilder("param " + p.getRawType().getTypeName()
                + (p.getOwnerType() == null ? "" : " in " + p.getOwnerType().getTypeName()) + " <");
            for (Type a : p.getActualTypeArguments()) s.append(describe(a)).append("; ");
            return s + ">";
        }
        if (t instanceof WildcardType w)
            return "wild " + Arrays.toString(w.getUpperBounds()) + Arrays.toString(w.getLowerBounds());
        if (t instanceof TypeVariable<?> v)
            return "var " + v.getName() + Arrays.toString(v.getBounds()) + " of " + v.getGenericDeclaration();
        if (t instanceof GenericArrayType a) return "array of " + describe(a.getGenericComponentType());
        return "?" + t;
    }
    public static void main(String[] args) throws Exception {
        for (String f : new String[] {"t", "us", "lists", "entry", "in"})
            System.out.println(f + " " + Box.class.getDeclaredField(f).getGenericType() + " | "
                + describe(Box.class.getDeclaredField(f).getGenericType()));
        for (Method m : Box.class.getDeclaredMethods())
            if (m.getName().equals("meth")) {
                System.out.println(m.toGenericString() + " " + describe(m.getGenericReturnType()) + " "
                    + describe(m.getGenericParameterTypes()[1]) + " " + describe(m.getGenericExceptionTypes()[0])
                    + Arrays.toString(m.getTypeParameters()) + describe(m.getTypeParameters()[1].getBounds()[0]));
            }
        for (Class<?> c : new Class<?>[] {Box.class, Bound.class, RecImpl.class, Rec.class, Box.In.class})
            System.out.println(c.toGenericString() + " | "
                + describe(c.getGenericSuperclass() == null ? Object.class : c.getGenericSuperclass()) + " | "
                + Arrays.stream(c.getGenericInterfaces()).map(ReflectTypes::describe).toList()
                + Arrays.toString(c.getTypeParameters()));
        Type a = Box.class.getDeclaredField("entry").getGenericType(),
             b = Box.class.getDeclaredField("entry").getGenericType();
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode())
            + Box.class.getTypeParameters()[0].equals(Box.class.getTypeParameters()[0]) + new Object() {
                  <Q> void m() {}
              }.getClass().getDeclaredMethods()[0].getTypeParameters()[0].getBounds()[0]);
        List<String> anon =
            new ArrayList<Map<String, Integer>>() {}.getClass().getGenericSuperclass() instanceof ParameterizedType p
            ? List.of(p.getActualTypeArguments()[0].getTypeName())
            : null;
        System.out.println(anon);
        class Local {}
        Object lambda = (Runnable) () -> {};
        for (Class<?> c : new Class<?>[] {int.class, void.class, Integer.class, String.class, int[].class,
                 String[][].class, Map.Entry.class, Local.class, new Object(){}.getClass(), Thread.State.class,
                 Override.class, Runnable.class, Box.In[].class, Record.class}) {
            System.out.println(c + " | " + c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | "
                + c.getCanonicalName() + " | " + c.getPackageName() + " | " + Modifier.toString(c.getModifiers())
                + " | " + c.isPrimitive() + c.isArray() + c.isInterface() + c.isEnum() + c.isAnnotation()
                + c.isSynthetic() + " | " + c.getSuperclass() + " | " + c.descriptorString() + " | "
                + c.getComponentType() + " | " + (c == void.class ? "none" : c.arrayType().getName()) + " | " + (c.getClassLoader() == null) + " "
                + c.getModule().isNamed());
        }
        System.out.println(int.class == Integer.TYPE ? "same" : "different");
        System.out.println(Number.class.isAssignableFrom(Integer.class) + " "
            + int.class.isAssignableFrom(Integer.class) + long.class.isAssignableFrom(int.class)
            + Object[].class.isAssignableFrom(String[].class) + Object[].class.isAssignableFrom(int[].class)
            + Object.class.isAssignableFrom(int[].class) + Cloneable.class.isInstance(new int[0]));
        Object arr = Array.newInstance(long.class, 3);
        Array.setLong(arr, 0, 5);
        Array.setInt(arr, 1, 6);
        Array.set(arr, 2, (short) 7);
        System.out.println(Arrays.toString((long[]) arr) + Array.getLength(arr) + Array.get(arr, 1).getClass()
            + Array.getDouble(arr, 2));
        for (Runnable r :
            new Runnable[] {()
                                -> Array.getInt(arr, 0),
                ()
                    -> Array.set(arr, 0, "x"),
                ()
                    -> Array.get(arr, 3),
                ()
                    -> Array.getLength("x"),
                ()
                    -> Array.set(new String[1], 0, 1),
                () -> Array.get(null, 0), () -> Array.setBoolean(arr, 0, true), () -> Array.newInstance(int.class, -1)})
            try {
                r.run();
            } catch (RuntimeException e) { System.out.println(e); }
        System.out.println(Modifier.toString(0xfff) + " | " + Modifier.toString(Modifier.methodModifiers()) + " "
            + Modifier.isVolatile(64));
        System.out.println(Class.forName("[[Ljava.lang.String;") + " "
            + Class.forName("java.util.Map$Entry").getDeclaringClass() + " " + Thread.class.getDeclaredClasses().length
            + Object.class.getInterfaces().length + String.class.getPackage()
            + ReflectTypes.class.getPackage().getName().isEmpty());
        for (String n : new String[] {"int", "I", "java.lang.String[]", "Ljava.lang.String;", "java.lang.string"}) try {
                Class.forName(n);
            } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        Parameter p = ReflectTypes.class.getDeclaredMethod("describe", Type.class).getParameters()[0];
        System.out.println(p + " " + p.getName() + p.isNamePresent() + p.isVarArgs() + p.getParameterizedType() + " "
            + ReflectTypes.class.desiredAssertionStatus()
            + ReflectTypes.class.getProtectionDomain().getClass().getSimpleName());
    }
}

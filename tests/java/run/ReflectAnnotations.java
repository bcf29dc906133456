// Annotations at run time: defaults, nested, arrays, enums, classes, repeated, inherited, type use, parameters, equality and toString of annotation proxies.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectAnnotations {
    enum Level { LOW, HIGH }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Inner {
        int n() default 3;
        String[] names() default {};
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.FIELD, ElementType.PARAMETER, ElementType.CONSTRUCTOR})
    @interface Full {
        boolean z() default true;
        byte b() default 1;
        short s() default - 2;
        char c() default '\n';
        int i() default Integer.MIN_VALUE;
        long l() default 1L << 40;
        float f() default 1.5f;
        double d() default Double.NaN;
        String t() default "te\"xt";
        Class<?> k() default int[].class;
        Level e() default Level.HIGH;
        Inner in() default @Inner(names = {"a", "b"});
        int[] is() default {1, 2};
        Class<?>[] ks() default {String.class, void.class};
        Level[] es() default {};
        Inner[] ins() default { @Inner, @Inner(n = 4) };
        String value() default "";
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface Inh {
        String value();
    }
    @Retention(RetentionPolicy.RUNTIME)
    @Repeatable(Tags.class)
    @interface Tag {
        String value();
        int order() default 0;
    }
    @Retention(RetentionPolicy.RUNTIME)
    @interface Tags {
        Tag[] value();
    }
    @Retention(RetentionPolicy.CLASS)
    @interface Invisible {}
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Use {
        int value() default 0;
    }
    @Full("on class")
    @Inh("base")
    @Tag("one")
    @Tag(value = "two", order = 2)
    @Invisible
    @Deprecated(since = "9", forRemoval = false)
    static class Base<@Use T> {
        @Full(i = 5) @Deprecated int field;
        @Use(1) String used;
        List<@Use(2) String> list;
        @Tag("single")
        public void m(@Full(t = "param") int a, @Inh("p2") @Tag("p") String b, Object c)
            throws @Use(7) RuntimeException {}
        @Full
        @Inh("ctor")
        Base() {}
        int @Use(3)[] arr;
        @Use(4)
        T ret(@Use(5) String x) {
            return null;
        }
    }
    static class Derived extends
    @Use(6)
    Base<String> {
        @Override
        public void m(int a, String b, Object c) {}
    }
    public static void main(String[] args) throws Exception {
        Full f = Base.class.getAnnotation(Full.class);
        System.out.println(f);
        System.out.println(f.z() + " " + f.b() + f.s() + (int) f.c() + f.i() + f.l() + f.f() + f.d() + f.t() + f.k()
            + f.e() + f.in() + Arrays.toString(f.is()) + Arrays.toString(f.ks()) + f.es().length + f.ins()[1].n()
            + f.value() + f.annotationType());
        Annotation[] as = Base.class.getAnnotations();
        Arrays.sort(as, Comparator.comparing(x -> x.annotationType().getName()));
        for (Annotation a : as) System.out.println(a);
        System.out.println(Derived.class.isAnnotationPresent(Inh.class) + " "
            + Derived.class.isAnnotationPresent(Full.class) + Derived.class.getDeclaredAnnotations().length
            + Derived.class.getAnnotation(Inh.class).value() + Base.class.isAnnotationPresent(Invisible.class));
        System.out.println(Base.class.getAnnotationsByType(Tag.class).length + " " + Base.class.getAnnotation(Tag.class)
            + " " + Base.class.getAnnotation(Tags.class).value()[1]
            + Derived.class.getAnnotationsByType(Tag.class).length
            + Base.class.getAnnotationsByType(Tag.class)[0].value());
        Method m = Base.class.getMethod("m", int.class, String.class, Object.class);
        System.out.println(m.getAnnotationsByType(Tag.class)[0] + " " + Arrays.deepToString(m.getParameterAnnotations())
            + " " + m.getParameters()[0].getAnnotation(Full.class).t() + " " + m.getAnnotatedExceptionTypes()[0]
            + Derived.class.getMethod("m", int.class, String.class, Object.class).getAnnotations().length);
        Field fl = Base.class.getDeclaredField("field");
        System.out.println(fl.getAnnotation(Full.class).i() + " " + fl.isAnnotationPresent(Deprecated.class)
            + fl.getAnnotation(Deprecated.class));
        System.out.println(Base.class.getDeclaredConstructor().getAnnotation(Inh.class));
        System.out.println(Base.class.getDeclaredField("used").getAnnotatedType().getAnnotation(Use.class) + " "
            + ((AnnotatedParameterizedType) Base.class.getDeclaredField("list").getAnnotatedType())
                .getAnnotatedActualTypeArguments()[0]
                .getAnnotation(Use.class)
                .value()
            + Base.class.getDeclaredField("arr").getAnnotatedType().getAnnotations()[0]
            + Base.class.getDeclaredMethod("ret", String.class)
                .getAnnotatedReturnType()
                .getAnnotation(Use.class)
                .value()
            + Base.class.getDeclaredMethod("ret", String.class).getAnnotatedParameterTypes()[0]
            + Derived.class.getAnnotatedSuperclass().getAnnotation(Use.class)
            + Base.class.getTypeParameters()[0].getAnnotations().length);
        Full g = fl.getAnnotation(Full.class), h = Base.class.getDeclaredConstructor().getAnnotation(Full.class);
        System.out.println(f.equals(g) + " " + f.equals(f)
            + h.equals(Holder.class.getDeclaredField("x").getAnnotation(Full.class)) + f.in().equals(h.in())
            + (f.in().hashCode() == h.in().hashCode()) + f.in().hashCode() + " "
            + Base.class.getAnnotationsByType(Tag.class)[0].hashCode() + " " + Proxy.isProxyClass(f.getClass())
            + f.annotationType().isAnnotation() + f.equals("x"));
        f.is()[0] = 99;
        System.out.println(f.is()[0]);
        Method[] ms = Full.class.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::getName));
        for (Method x : ms) {
            Object dv = x.getDefaultValue();
            System.out.println(x.getName() + " " + x.getReturnType().getSimpleName() + " "
                + (dv.getClass().isArray() ? Array.getLength(dv) + " long" : dv));
        }
        System.out.println(Inh.class.getMethod("value").getDefaultValue());
        System.out.println(Full.class.getAnnotation(Target.class) + " "
            + Tag.class.getAnnotation(Repeatable.class).value() + Inh.class.isAnnotationPresent(Inherited.class)
            + Inh.class.getAnnotation(Retention.class));
        System.out.println(Override.class.getAnnotation(Retention.class).value() + " "
            + FunctionalInterface.class.isAnnotationPresent(Documented.class)
            + Runnable.class.isAnnotationPresent(FunctionalInterface.class)
            + Thread.class.getMethod("stop").isAnnotationPresent(Deprecated.class));
        for (Method x : Runner.class.getDeclaredMethods())
            if (x.isAnnotationPresent(Inh.class))
                System.out.println(x.getAnnotation(Inh.class).value() + " " + x.invoke(null));
        Inh own = new Inh() {
            public String value() { return "base"; }
            public Class<? extends Annotation> annotationType() { return Inh.class; }
        };
        System.out.println(Base.class.getAnnotation(Inh.class).equals(own) + " " + own.value());
    }
    static class Holder {
        @Full int x;
    }
    static class Runner {
        @Inh("test")
        static String one() {
            return "ran";
        }
        static String two() { return "not"; }
    }
}

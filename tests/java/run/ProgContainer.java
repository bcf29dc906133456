// A container in small, in the manner of the big ones: annotations found by reflection, constructor and field
// injection, singletons and prototypes, qualifiers, life cycle methods, values from properties, and advice woven in
// by dynamic proxies.

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;
import java.util.stream.Collectors;

public class ProgContainer {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @Inherited
    @interface Component {
        String value() default "";

        Scope scope() default Scope.SINGLETON;
    }

    enum Scope { SINGLETON, PROTOTYPE }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.CONSTRUCTOR, ElementType.METHOD})
    @interface Inject {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.PARAMETER})
    @interface Named {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.PARAMETER})
    @interface Value {
        String key();

        String orElse() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface PostConstruct {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface PreDestroy {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Cached {
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface Logged {
        String prefix() default "call";
    }

    static final List<String> LOG = new ArrayList<>();

    static final class ContainerException extends RuntimeException {
        ContainerException(String message) {
            super(message);
        }

        ContainerException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static final class Container implements AutoCloseable {
        private final Map<String, Class<?>> definitions = new LinkedHashMap<>();
        private final Map<String, Object> singletons = new LinkedHashMap<>();
        private final Deque<String> inCreation = new ArrayDeque<>();
        private final Deque<Object> created = new ArrayDeque<>();
        private final Properties properties;

        Container(Properties properties, Class<?>... classes) {
            this.properties = properties;
            for (Class<?> c : classes) {
                Component component = c.getAnnotation(Component.class);
                if (component == null) {
                    throw new ContainerException(c.getSimpleName() + " is no component");
                }
                String name = component.value().isEmpty() ? c.getSimpleName() : component.value();
                if (definitions.put(name, c) != null) {
                    throw new ContainerException("two components named " + name);
                }
            }
        }

        <T> T get(Class<T> type) {
            return type.cast(resolve(type, null));
        }

        Object get(String name) {
            Class<?> c = definitions.get(name);
            if (c == null) {
                throw new ContainerException("no component named " + name);
            }
            return instance(name, c);
        }

        <T> List<T> all(Class<T> type) {
            return definitions.entrySet().stream().filter(e -> type.isAssignableFrom(e.getValue()))
                    .map(e -> type.cast(instance(e.getKey(), e.getValue()))).collect(Collectors.toList());
        }

        private Object resolve(Class<?> type, String qualifier) {
            List<Map.Entry<String, Class<?>>> found = definitions.entrySet().stream()
                    .filter(e -> type.isAssignableFrom(e.getValue()))
                    .filter(e -> qualifier == null || qualifier.equals(e.getKey())).collect(Collectors.toList());
            if (found.size() != 1) {
                throw new ContainerException((found.isEmpty() ? "no component for " : "several components for ")
                        + type.getSimpleName() + (qualifier == null ? "" : " named " + qualifier)
                        + (found.isEmpty() ? "" : ": " + found.stream().map(Map.Entry::getKey)
                                .collect(Collectors.toList())));
            }
            return instance(found.get(0).getKey(), found.get(0).getValue());
        }

        private Object instance(String name, Class<?> c) {
            Object existing = singletons.get(name);
            if (existing != null) {
                return existing;
            }
            if (inCreation.contains(name)) {
                List<String> cycle = new ArrayList<>(inCreation);
                java.util.Collections.reverse(cycle);
                throw new ContainerException("circular: " + String.join(" -> ", cycle) + " -> " + name);
            }
            inCreation.push(name);
            try {
                Object bean = create(c);
                Object exposed = advise(bean);
                if (c.getAnnotation(Component.class).scope() == Scope.SINGLETON) {
                    singletons.put(name, exposed);
                    created.push(bean);
                }
                return exposed;
            } catch (InvocationTargetException e) {
                throw new ContainerException("cannot make " + name, e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new ContainerException("cannot make " + name, e);
            } finally {
                inCreation.pop();
            }
        }

        private Object create(Class<?> c) throws ReflectiveOperationException {
            Constructor<?> constructor = Arrays.stream(c.getDeclaredConstructors())
                    .filter(k -> k.isAnnotationPresent(Inject.class)).findFirst()
                    .orElseGet(() -> c.getDeclaredConstructors()[0]);
            constructor.setAccessible(true);
            Parameter[] parameters = constructor.getParameters();
            Object[] args = new Object[parameters.length];
            for (int i = 0; i < args.length; i++) {
                args[i] = dependency(parameters[i].getType(), parameters[i].getParameterizedType(), parameters[i]);
            }
            Object bean = constructor.newInstance(args);
            for (Class<?> k = c; k != Object.class; k = k.getSuperclass()) {
                Field[] fields = k.getDeclaredFields();
                Arrays.sort(fields, Comparator.comparing(Field::getName));
                for (Field f : fields) {
                    if (f.isAnnotationPresent(Inject.class) || f.isAnnotationPresent(Value.class)) {
                        f.setAccessible(true);
                        f.set(bean, dependency(f.getType(), f.getGenericType(), f));
                    }
                }
            }
            invokeMarked(bean, PostConstruct.class);
            return bean;
        }

        private Object dependency(Class<?> type, Type generic, AnnotatedElement place) {
            Value value = place.getAnnotation(Value.class);
            if (value != null) {
                return convert(properties.getProperty(value.key(), value.orElse()), type, value.key());
            }
            if (type == List.class) {
                return all((Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0]);
            }
            if (type == Supplier.class) {
                Class<?> target = (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0];
                return (Supplier<Object>) () -> resolve(target, null);
            }
            Named named = place.getAnnotation(Named.class);
            return resolve(type, named == null ? null : named.value());
        }

        private static Object convert(String text, Class<?> type, String key) {
            try {
                if (type == int.class) {
                    return Integer.parseInt(text);
                }
                if (type == boolean.class) {
                    return Boolean.parseBoolean(text);
                }
                if (type.isEnum()) {
                    for (Object constant : type.getEnumConstants()) {
                        if (constant.toString().equals(text)) {
                            return constant;
                        }
                    }
                    throw new IllegalArgumentException("no " + type.getSimpleName() + " called " + text);
                }
                return text;
            } catch (IllegalArgumentException e) {
                throw new ContainerException("property " + key + ": " + e.getMessage());
            }
        }

        private static void invokeMarked(Object bean, Class<? extends java.lang.annotation.Annotation> mark)
                throws ReflectiveOperationException {
            for (Class<?> k = bean.getClass(); k != Object.class; k = k.getSuperclass()) {
                for (Method m : k.getDeclaredMethods()) {
                    if (m.isAnnotationPresent(mark)) {
                        m.setAccessible(true);
                        m.invoke(bean);
                    }
                }
            }
        }

        // A component with advice is exposed through its interfaces only.
        private static Object advise(Object bean) {
            Class<?> c = bean.getClass();
            boolean advised = c.isAnnotationPresent(Logged.class) || Arrays.stream(c.getDeclaredMethods()).anyMatch(
                    m -> m.isAnnotationPresent(Logged.class) || m.isAnnotationPresent(Cached.class));
            if (!advised || c.getInterfaces().length == 0) {
                return bean;
            }
            Map<List<Object>, Object> cache = new HashMap<>();
            return Proxy.newProxyInstance(c.getClassLoader(), c.getInterfaces(), (proxy, method, args) -> {
                Method target = c.getMethod(method.getName(), method.getParameterTypes());
                target.setAccessible(true);
                Logged logged = target.isAnnotationPresent(Logged.class) ? target.getAnnotation(Logged.class)
                        : c.getAnnotation(Logged.class);
                Object[] actual = args == null ? new Object[0] : args;
                if (logged != null) {
                    LOG.add(logged.prefix() + " " + method.getName() + Arrays.toString(actual));
                }
                List<Object> key = new ArrayList<>(Arrays.asList(actual));
                key.add(0, method.getName());
                boolean cached = target.isAnnotationPresent(Cached.class);
                if (cached && cache.containsKey(key)) {
                    return cache.get(key);
                }
                try {
                    Object result = target.invoke(bean, args);
                    if (cached) {
                        cache.put(key, result);
                    }
                    return result;
                } catch (InvocationTargetException e) {
                    LOG.add("threw " + e.getCause());
                    throw e.getCause();
                }
            });
        }

        @Override
        public void close() {
            for (Object bean : created) {
                try {
                    invokeMarked(bean, PreDestroy.class);
                } catch (ReflectiveOperationException e) {
                    throw new ContainerException("cannot destroy", e);
                }
            }
            created.clear();
        }
    }

    interface Greeter {
        String greet(String name);
    }

    interface Prices {
        int price(String item);
    }

    @Component("english")
    static class English implements Greeter {
        @Value(key = "mark", orElse = "!")
        private String mark;

        @Override
        public String greet(String name) {
            return "Hello, " + name + mark;
        }
    }

    @Component("french")
    static class French implements Greeter {
        @Override
        public String greet(String name) {
            return "Bonjour, " + name;
        }
    }

    enum Mode { FAST, CAREFUL }

    @Component
    @Logged(prefix = "prices:")
    static class Catalogue implements Prices {
        int computed;

        @Override
        @Cached
        public int price(String item) {
            computed++;
            if (item.isEmpty()) {
                throw new IllegalArgumentException("no item");
            }
            return item.length() * 100;
        }

        @PreDestroy
        void report() {
            LOG.add("catalogue computed " + computed);
        }
    }

    @Component(scope = Scope.PROTOTYPE)
    static class Basket {
        private static int made;
        final int number = ++made;
        final List<String> items = new ArrayList<>();
    }

    abstract static class Base {
        @Inject
        protected Prices prices;

        @PostConstruct
        private void baseReady() {
            LOG.add("base ready " + (prices != null));
        }
    }

    @Component
    static class Shop extends Base {
        private final Greeter greeter;
        private final int discount;
        private final Mode mode;
        @Inject
        private List<Greeter> greeters;
        @Inject
        private Supplier<Basket> baskets;

        @Inject
        Shop(@Named("english") Greeter greeter, @Value(key = "discount", orElse = "0") int discount,
                @Value(key = "mode", orElse = "FAST") Mode mode) {
            this.greeter = greeter;
            this.discount = discount;
            this.mode = mode;
            LOG.add("shop made, prices " + prices);
        }

        @PostConstruct
        void ready() {
            LOG.add("shop ready with " + greeters.size() + " greeters");
        }

        String sell(String who, String... items) {
            Basket b = baskets.get();
            b.items.addAll(Arrays.asList(items));
            int total = b.items.stream().mapToInt(prices::price).sum() * (100 - discount) / 100;
            return greeter.greet(who) + " Basket " + b.number + " " + b.items + " costs " + total + " (" + mode + ")";
        }

        @PreDestroy
        void closing() {
            LOG.add("shop closes");
        }
    }

    @Component
    static class A {
        A(B b) {
        }
    }

    @Component
    static class B {
        B(C c) {
        }
    }

    @Component
    static class C {
        C(A a) {
        }
    }

    @Component
    static class Broken {
        Broken() {
            throw new IllegalStateException("constructor failed");
        }
    }

    @Component
    static class NeedsGreeter {
        @Inject
        Greeter greeter;
    }

    static class NoComponent {
    }

    static void attempt(String what, Supplier<Object> s) {
        try {
            System.out.println(what + ": " + s.get());
        } catch (ContainerException e) {
            System.out.println(what + ": " + e.getMessage() + (e.getCause() == null ? "" : " because " + e.getCause()));
        }
    }

    public static void main(String[] args) {
        Properties p = new Properties();
        p.setProperty("discount", "10");
        p.setProperty("mode", "CAREFUL");
        try (Container c = new Container(p, Shop.class, English.class, French.class, Catalogue.class, Basket.class)) {
            Shop shop = c.get(Shop.class);
            System.out.println(shop.sell("Ann", "tea", "bread"));
            System.out.println(shop.sell("Bob", "tea"));
            Prices prices = c.get(Prices.class);
            System.out.println("same singleton " + (shop == c.get(Shop.class)) + " fresh prototypes "
                    + (c.get(Basket.class) != c.get(Basket.class)) + " proxy " + Proxy.isProxyClass(prices.getClass()));
            System.out.println(((Greeter) c.get("french")).greet("Cleo"));
            try {
                prices.price("");
            } catch (IllegalArgumentException e) {
                System.out.println("through the proxy comes " + e);
            }
        }
        LOG.forEach(l -> System.out.println("  " + l));
        Properties bad = new Properties();
        bad.setProperty("discount", "many");
        attempt("bad number", () -> new Container(bad, Shop.class, English.class, Catalogue.class).get(Shop.class));
        bad.setProperty("discount", "1");
        bad.setProperty("mode", "SLOW");
        attempt("bad enum", () -> new Container(bad, Shop.class, English.class, Catalogue.class).get(Shop.class));
        attempt("cycle", () -> new Container(p, A.class, B.class, C.class).get(A.class));
        attempt("missing", () -> new Container(p, NeedsGreeter.class).get(NeedsGreeter.class));
        attempt("ambiguous", () -> new Container(p, NeedsGreeter.class, English.class, French.class)
                .get(NeedsGreeter.class));
        attempt("unnamed", () -> new Container(p, French.class).get("english"));
        attempt("broken", () -> new Container(p, Broken.class).get(Broken.class));
        attempt("plain class", () -> new Container(p, NoComponent.class));
        attempt("twice", () -> new Container(p, English.class, English.class));
        System.out.println(Modifier.toString(Shop.class.getModifiers()) + " " + Shop.class.getAnnotation(Component.class)
                .scope() + " " + Arrays.toString(Shop.class.getDeclaredConstructors()[0].getParameterAnnotations()[0])
                .contains("english"));
    }
}

// An event bus: subscribers found by annotation, events by class hierarchy, priorities, vetoes, dead events,
// asynchronous delivery in order per subscriber, and publishers that are dynamic proxies of plain interfaces.

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ProgEventBus {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Subscribe {
        int priority() default 0;

        boolean async() default false;
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Publishes {
        Class<?> value();
    }

    interface Event {
    }

    interface Vetoable extends Event {
        boolean vetoed();
    }

    record DeadEvent(Object event) implements Event {
    }

    record Failure(String subscriber, Throwable cause) implements Event {
    }

    // Runs tasks one after another on a shared executor: order per mailbox, parallelism between them.
    static final class Mailbox implements Runnable {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final Executor executor;
        private boolean active;

        Mailbox(Executor executor) {
            this.executor = executor;
        }

        synchronized void add(Runnable r) {
            tasks.add(r);
            if (!active) {
                active = true;
                executor.execute(this);
            }
        }

        @Override
        public void run() {
            while (true) {
                Runnable next;
                synchronized (this) {
                    next = tasks.poll();
                    if (next == null) {
                        active = false;
                        return;
                    }
                }
                next.run();
            }
        }
    }

    static final class Subscriber {
        final Object target;
        final Method method;
        final MethodHandle handle;
        final Subscribe mark;
        final Mailbox mailbox;

        Subscriber(Object target, Method method, Mailbox mailbox) throws IllegalAccessException {
            this.target = target;
            this.method = method;
            this.mailbox = mailbox;
            method.setAccessible(true);
            handle = MethodHandles.lookup().unreflect(method).bindTo(target);
            mark = method.getAnnotation(Subscribe.class);
        }

        String name() {
            return method.getDeclaringClass().getSimpleName() + "." + method.getName();
        }
    }

    static final class Bus {
        private final Map<Class<?>, CopyOnWriteArrayList<Subscriber>> subscribers = new ConcurrentHashMap<>();
        private final Map<Class<?>, List<Class<?>>> hierarchies = new ConcurrentHashMap<>();
        private final Executor executor;
        final AtomicInteger delivered = new AtomicInteger();
        final AtomicInteger pending = new AtomicInteger();

        Bus(Executor executor) {
            this.executor = executor;
        }

        int register(Object target) {
            int n = 0;
            Mailbox mailbox = new Mailbox(executor);
            Method[] methods = target.getClass().getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method m : methods) {
                if (!m.isAnnotationPresent(Subscribe.class)) {
                    continue;
                }
                if (m.getParameterCount() != 1) {
                    throw new IllegalArgumentException(m.getName() + " must take one event");
                }
                try {
                    CopyOnWriteArrayList<Subscriber> list = subscribers.computeIfAbsent(m.getParameterTypes()[0],
                            k -> new CopyOnWriteArrayList<>());
                    list.add(new Subscriber(target, m, mailbox));
                    list.sort(Comparator.comparingInt((Subscriber s) -> -s.mark.priority()));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
                n++;
            }
            return n;
        }

        int unregister(Object target) {
            int[] n = new int[1];
            subscribers.values().forEach(l -> l.removeIf(s -> {
                if (s.target == target) {
                    n[0]++;
                    return true;
                }
                return false;
            }));
            return n[0];
        }

        // The class itself, then its superclasses, then the interfaces, breadth first.
        private static List<Class<?>> hierarchy(Class<?> c) {
            Set<Class<?>> out = new LinkedHashSet<>();
            Queue<Class<?>> open = new ArrayDeque<>();
            for (Class<?> k = c; k != null; k = k.getSuperclass()) {
                out.add(k);
                open.addAll(Arrays.asList(k.getInterfaces()));
            }
            while (!open.isEmpty()) {
                Class<?> i = open.remove();
                out.add(i);
                open.addAll(Arrays.asList(i.getInterfaces()));
            }
            return new ArrayList<>(out);
        }

        int publish(Object event) {
            int count = 0;
            for (Class<?> c : hierarchies.computeIfAbsent(event.getClass(), Bus::hierarchy)) {
                for (Subscriber s : subscribers.getOrDefault(c, new CopyOnWriteArrayList<>())) {
                    if (event instanceof Vetoable v && v.vetoed()) {
                        return count;
                    }
                    count++;
                    if (s.mark.async()) {
                        pending.incrementAndGet();
                        s.mailbox.add(() -> {
                            deliver(s, event);
                            pending.decrementAndGet();
                        });
                    } else {
                        deliver(s, event);
                    }
                }
            }
            if (count == 0 && !(event instanceof DeadEvent)) {
                return publish(new DeadEvent(event));
            }
            return count;
        }

        private void deliver(Subscriber s, Object event) {
            try {
                s.handle.invoke(event);
                delivered.incrementAndGet();
            } catch (Throwable t) {
                if (event instanceof Failure) {
                    throw new IllegalStateException("failure handler failed", t);
                }
                publish(new Failure(s.name(), t));
            }
        }

        // An interface whose methods publish: the event is made from the arguments by its only constructor.
        <T> T publisher(Class<T> type) {
            InvocationHandler h = (proxy, method, args) -> {
                if (method.getDeclaringClass() == Object.class) {
                    return switch (method.getName()) {
                        case "toString" -> "publisher of " + type.getSimpleName();
                        case "hashCode" -> type.hashCode();
                        default -> proxy == args[0];
                    };
                }
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, args);
                }
                Publishes p = method.getAnnotation(Publishes.class);
                if (p == null) {
                    throw new UnsupportedOperationException(method.getName());
                }
                Object event = p.value().getDeclaredConstructors()[0].newInstance(args);
                int n = publish(event);
                return method.getReturnType() == int.class ? (Object) n : null;
            };
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, h));
        }
    }

    record Ordered(String item, int quantity) implements Event {
    }

    static class Payment implements Vetoable {
        final int amount;
        private boolean vetoed;

        Payment(int amount) {
            this.amount = amount;
        }

        void veto() {
            vetoed = true;
        }

        @Override
        public boolean vetoed() {
            return vetoed;
        }
    }

    static final class CardPayment extends Payment {
        CardPayment(int amount) {
            super(amount);
        }
    }

    interface ShopEvents {
        @Publishes(Ordered.class)
        int order(String item, int quantity);

        @Publishes(CardPayment.class)
        void pay(int amount);

        default int orderTwice(String item) {
            return order(item, 1) + order(item, 1);
        }

        void unmarked();
    }

    static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    static final class Auditor {
        @Subscribe(priority = 10)
        void everything(Event e) {
            LOG.add("audit " + e.getClass().getSimpleName());
        }

        @Subscribe
        private void dead(DeadEvent d) {
            LOG.add("dead " + d.event());
        }

        @Subscribe
        void failed(Failure f) {
            LOG.add("failed " + f.subscriber() + " " + f.cause().getMessage());
        }
    }

    static final class Stock {
        final Map<String, Integer> sold = new TreeMap<>();

        @Subscribe(priority = 5)
        void onOrder(Ordered o) {
            if (o.quantity() < 0) {
                throw new IllegalArgumentException("negative quantity of " + o.item());
            }
            sold.merge(o.item(), o.quantity(), Integer::sum);
            LOG.add("stock " + o.item());
        }
    }

    static final class Shipping {
        @Subscribe(priority = 1)
        void ship(Ordered o) {
            LOG.add("ship " + o.quantity() + " " + o.item());
        }
    }

    static final class Bank {
        int received;

        @Subscribe(priority = 9)
        void check(Payment p) {
            if (p.amount > 100) {
                LOG.add("veto " + p.amount);
                p.veto();
            }
        }

        @Subscribe(priority = 1)
        void book(Payment p) {
            received += p.amount;
            LOG.add("book " + p.amount);
        }

        @Subscribe
        void card(CardPayment p) {
            LOG.add("card " + p.amount);
        }
    }

    static final class Wrong {
        @Subscribe
        void twoArguments(Event a, Event b) {
        }
    }

    record Tick(int source, int number) implements Event {
    }

    static final class Recorder {
        final List<Tick> seen = new ArrayList<>();
        final CountDownLatch all;
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();

        Recorder(int expected) {
            all = new CountDownLatch(expected);
        }

        @Subscribe(async = true)
        void tick(Tick t) {
            if (inside.incrementAndGet() != 1) {
                overlaps.incrementAndGet();
            }
            seen.add(t);
            inside.decrementAndGet();
            all.countDown();
        }

        boolean orderedPerSource() {
            Map<Integer, Integer> last = new TreeMap<>();
            for (Tick t : seen) {
                Integer before = last.put(t.source(), t.number());
                if (before != null && before >= t.number()) {
                    return false;
                }
            }
            return true;
        }
    }

    static void flush(String title) {
        System.out.println(title);
        LOG.forEach(l -> System.out.println("  " + l));
        LOG.clear();
    }

    static void asynchronous() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Bus bus = new Bus(pool);
        int sources = 3;
        int each = 40;
        List<Recorder> recorders = List.of(new Recorder(sources * each), new Recorder(sources * each));
        recorders.forEach(bus::register);
        List<Thread> threads = new ArrayList<>();
        for (int s = 0; s < sources; s++) {
            int id = s;
            Thread t = new Thread(() -> {
                for (int k = 0; k < each; k++) {
                    bus.publish(new Tick(id, k));
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        for (Recorder r : recorders) {
            r.all.await();
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        for (Recorder r : recorders) {
            System.out.println("recorder saw " + r.seen.size() + " ordered " + r.orderedPerSource() + " overlaps "
                    + r.overlaps);
        }
        System.out.println("delivered " + bus.delivered + " pending " + bus.pending);
    }

    public static void main(String[] args) throws Exception {
        Bus bus = new Bus(Runnable::run);
        Stock stock = new Stock();
        Bank bank = new Bank();
        Shipping shipping = new Shipping();
        System.out.println("registered " + bus.register(new Auditor()) + " " + bus.register(stock) + " "
                + bus.register(shipping) + " " + bus.register(bank));
        ShopEvents shop = bus.publisher(ShopEvents.class);
        System.out.println(shop + " " + shop.equals(shop) + " " + shop.equals("x"));
        System.out.println("subscribers reached " + shop.order("tea", 3));
        flush("order:");
        System.out.println("twice reached " + shop.orderTwice("jam"));
        flush("default method:");
        shop.pay(40);
        shop.pay(400);
        flush("payments:");
        shop.order("milk", -1);
        flush("failure:");
        bus.publish("just a string");
        flush("dead:");
        System.out.println("unregistered " + bus.unregister(shipping) + " " + bus.unregister(shipping));
        shop.order("tea", 1);
        flush("without shipping:");
        try {
            shop.unmarked();
        } catch (UnsupportedOperationException e) {
            System.out.println("unmarked: " + e.getMessage());
        }
        try {
            bus.register(new Wrong());
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(stock.sold + " received " + bank.received + " delivered " + bus.delivered);
        asynchronous();
    }
}

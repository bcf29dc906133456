// Reference objects where the outcome is determined: strongly held referents stay, clear and enqueue by hand, queues, Cleaner.clean, refersTo, finalisation-free.
import java.lang.ref.*;
import java.util.*;

public class References {
    public static void main(String[] args) throws Exception {
        Object o = new Object();
        ReferenceQueue<Object> q = new ReferenceQueue<>();
        WeakReference<Object> w = new WeakReference<>(o, q);
        SoftReference<Object> s = new SoftReference<>(o, q);
        PhantomReference<Object> p = new PhantomReference<>(o, q);
        System.gc();
        System.runFinalization();
        System.out.println((w.get() == o) + " " + (s.get() == o) + p.get() + q.poll() + w.refersTo(o) + p.refersTo(o)
            + w.refersTo(null) + w.isEnqueued());
        System.out.println(
            w.enqueue() + " " + w.enqueue() + w.isEnqueued() + w.get() + (q.poll() == w) + w.isEnqueued() + q.poll());
        s.clear();
        System.out.println(s.get() + " " + s.enqueue() + (q.remove() == s) + s.enqueue());
        p.clear();
        System.out.println(p.refersTo(o) + " " + p.refersTo(null) + p.enqueue() + (q.remove(10) == p) + q.remove(5));
        try {
            q.remove(-1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        WeakReference<String> noq = new WeakReference<>("literal");
        System.out.println(noq.get() + " " + noq.enqueue() + noq.get());
        try {
            new PhantomReference<>(o, q) {
                @Override
                public Object get() {
                    return null;
                }
            };
            new WeakReference<>(null);
            System.out.println("null referent fine");
        } catch (NullPointerException e) { System.out.println("npe"); }
        Cleaner c = Cleaner.create();
        int[] runs = {0};
        Cleaner.Cleanable cl = c.register(o, () -> runs[0]++);
        cl.clean();
        cl.clean();
        System.out.println(runs[0]);
        Cleaner.Cleanable bad = c.register(o, () -> { throw new IllegalStateException("cleaning"); });
        try {
            bad.clean();
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        bad.clean();
        class Res implements AutoCloseable {
            static final Cleaner CL = Cleaner.create();
            final Cleaner.Cleanable h;
            Res(String n, List<String> log) { h = CL.register(this, () -> log.add("closed " + n)); }
            public void close() { h.clean(); }
        }
        List<String> log = new ArrayList<>();
        try (Res a = new Res("a", log); Res b = new Res("b", log)) {
            log.add("body");
        }
        System.out.println(log);
        WeakHashMap<Object, Integer> m = new WeakHashMap<>();
        List<Object> keep = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Object k = new Object();
            keep.add(k);
            m.put(k, i);
        }
        System.gc();
        int sum = 0;
        for (int v : m.values()) sum += v;
        System.out.println(m.size() + " " + sum);
        Thread consumer = new Thread(() -> {
            try {
                for (int i = 0; i < 3; i++) System.out.println("dequeued " + (q.remove() instanceof WeakReference));
            } catch (InterruptedException e) {}
        });
        consumer.start();
        List<Reference<Object>> refs = new ArrayList<>();
        for (int i = 0; i < 3; i++) refs.add(new WeakReference<>(o, q));
        for (Reference<Object> r : refs) r.enqueue();
        consumer.join();
        Reference.reachabilityFence(o);
        Reference.reachabilityFence(keep);
        WeakReference<Object> cyc = new WeakReference<>(null);
        System.out.println(cyc.get() + " " + cyc.refersTo(null));
        Object[] chain = new Object[1000];
        for (int i = 0; i < 1000; i++) chain[i] = new WeakReference<>(i == 0 ? o : chain[i - 1]);
        Object x = chain[999];
        int depth = 0;
        while (x instanceof WeakReference<?> r) {
            x = r.get();
            depth++;
        }
        System.out.println(depth + " " + (x == o));
        Reference.reachabilityFence(chain);
        byte[][] churn = new byte[4][];
        for (int i = 0; i < 400; i++) churn[i % 4] = new byte[200_000];
        System.out.println(w.get() + " " + churn[3].length
            + Runtime.getRuntime().availableProcessors() / Runtime.getRuntime().availableProcessors()
            + (Runtime.getRuntime().totalMemory() > 0)
            + (Runtime.getRuntime().freeMemory() <= Runtime.getRuntime().maxMemory()));
        System.out.println(System.identityHashCode(o) == o.hashCode() && System.identityHashCode(null) == 0);
    }
}

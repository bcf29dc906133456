// An event loop on one thread with timers and promises, workers that do the slow part, and in front of them an LRU
// cache that never loads the same key twice at once. Time is counted in ticks of the loop, so that the story is
// always the same.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

public class ProgEventLoop {
    static final class LruCache<K, V> {
        private final LinkedHashMap<K, V> map;
        final List<K> evicted = new ArrayList<>();
        int hits;
        int misses;

        LruCache(int capacity) {
            map = new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                    if (size() > capacity) {
                        evicted.add(eldest.getKey());
                        return true;
                    }
                    return false;
                }
            };
        }

        synchronized V get(K key, Function<K, V> load) {
            V v = map.get(key);
            if (v != null) {
                hits++;
                return v;
            }
            misses++;
            v = load.apply(key);
            map.put(key, v);
            return v;
        }

        synchronized List<K> keys() {
            return new ArrayList<>(map.keySet());
        }
    }

    static final class Promise<T> {
        private final Loop loop;
        private T value;
        private Throwable error;
        private boolean settled;
        private final List<Runnable> waiting = new ArrayList<>();

        Promise(Loop loop) {
            this.loop = loop;
        }

        void resolve(T v) {
            settle(v, null);
        }

        void reject(Throwable e) {
            settle(null, e);
        }

        private void settle(T v, Throwable e) {
            if (!settled) {
                settled = true;
                value = v;
                error = e;
                waiting.forEach(loop::soon);
            }
        }

        <R> Promise<R> then(Function<T, R> f) {
            Promise<R> next = new Promise<>(loop);
            Runnable r = () -> {
                if (error != null) {
                    next.reject(error);
                    return;
                }
                try {
                    next.resolve(f.apply(value));
                } catch (RuntimeException e) {
                    next.reject(e);
                }
            };
            if (settled) {
                loop.soon(r);
            } else {
                waiting.add(r);
            }
            return next;
        }

        Promise<T> recover(Function<Throwable, T> f) {
            Promise<T> next = new Promise<>(loop);
            Runnable r = () -> {
                if (error == null) {
                    next.resolve(value);
                } else {
                    next.resolve(f.apply(error));
                }
            };
            if (settled) {
                loop.soon(r);
            } else {
                waiting.add(r);
            }
            return next;
        }
    }

    record Timer(long due, int number, Runnable action) {
    }

    static final class Loop {
        private final Queue<Runnable> microtasks = new ArrayDeque<>();
        private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::due)
                .thenComparingInt(Timer::number));
        private final LinkedBlockingQueue<Runnable> external = new LinkedBlockingQueue<>();
        private final ExecutorService workers;
        private final Thread owner = Thread.currentThread();
        private int outstanding;
        private int timerCount;
        long now;

        Loop(ExecutorService workers) {
            this.workers = workers;
        }

        void soon(Runnable r) {
            if (Thread.currentThread() != owner) {
                throw new IllegalStateException("not on the loop");
            }
            microtasks.add(r);
        }

        void after(long ticks, Runnable r) {
            timers.add(new Timer(now + ticks, timerCount++, r));
        }

        void every(long ticks, int times, Consumer<Integer> r) {
            int[] n = new int[1];
            Runnable[] self = new Runnable[1];
            self[0] = () -> {
                r.accept(n[0]);
                if (++n[0] < times) {
                    after(ticks, self[0]);
                }
            };
            after(ticks, self[0]);
        }

        // The work runs on a worker, its outcome comes back onto the loop.
        <T> Promise<T> offload(java.util.concurrent.Callable<T> work) {
            Promise<T> p = new Promise<>(this);
            outstanding++;
            workers.execute(() -> {
                Runnable back;
                try {
                    T v = work.call();
                    back = () -> p.resolve(v);
                } catch (Exception e) {
                    back = () -> p.reject(e);
                }
                external.add(back);
            });
            return p;
        }

        void run() throws InterruptedException {
            while (true) {
                for (Runnable r; (r = microtasks.poll()) != null;) {
                    r.run();
                }
                if (outstanding > 0) {
                    // Workers first: timers only move when nothing is outstanding, which makes the order of things fixed.
                    external.take().run();
                    outstanding--;
                } else if (!timers.isEmpty()) {
                    Timer t = timers.poll();
                    now = Math.max(now, t.due());
                    t.action().run();
                } else {
                    return;
                }
            }
        }
    }

    static void orders(ExecutorService workers) throws Exception {
        Loop loop = new Loop(workers);
        List<String> log = new ArrayList<>();
        loop.after(10, () -> log.add("timer 10 at " + loop.now));
        loop.after(5, () -> {
            log.add("timer 5 at " + loop.now);
            loop.soon(() -> log.add("micro after timer 5"));
            loop.after(5, () -> log.add("nested timer at " + loop.now));
        });
        loop.soon(() -> {
            log.add("micro 1");
            loop.soon(() -> log.add("micro from micro"));
        });
        loop.soon(() -> log.add("micro 2"));
        loop.every(4, 3, i -> log.add("tick " + i + " at " + loop.now));
        Promise<Integer> p = loop.offload(() -> 20);
        p.then(x -> x + 1).then(x -> {
            log.add("promise " + x);
            if (x > 20) {
                throw new IllegalStateException("too big: " + x);
            }
            return x;
        }).then(x -> {
            log.add("skipped");
            return x;
        }).recover(e -> {
            log.add("recovered from " + e.getMessage());
            return -1;
        }).then(x -> log.add("went on with " + x));
        loop.run();
        log.forEach(l -> System.out.println("  " + l));
        CountDownLatch checked = new CountDownLatch(1);
        String[] refused = new String[1];
        workers.execute(() -> {
            try {
                loop.soon(() -> { });
            } catch (IllegalStateException e) {
                refused[0] = e.getMessage();
            }
            checked.countDown();
        });
        checked.await();
        System.out.println("from a worker: " + refused[0]);
    }

    static void lru() {
        LruCache<String, Integer> cache = new LruCache<>(3);
        List<String> loads = new ArrayList<>();
        for (String k : "a b c a d a e b a c".split(" ")) {
            cache.get(k, x -> {
                loads.add(x);
                return x.charAt(0) - 'a';
            });
        }
        System.out.println("loads " + loads + " evicted " + cache.evicted + " left " + cache.keys() + " hits " + cache.hits
                + " misses " + cache.misses);
    }

    static void sharedCache() throws Exception {
        LruCache<Integer, Long> cache = new LruCache<>(8);
        int[] loads = new int[1];
        long[] sums = new long[4];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int k = 0; k < 120; k++) {
                    sums[id] += cache.get((k * 7 + id * 3) % 12, x -> {
                        loads[0]++;
                        return (long) x * x;
                    });
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        long sum = 0;
        for (long s : sums) {
            sum += s;
        }
        System.out.println("shared sum " + sum + " size " + cache.keys().size() + " lookups "
                + (cache.hits + cache.misses) + " loads are misses " + (loads[0] == cache.misses)
                + " evictions add up " + (cache.evicted.size() == cache.misses - 8));
    }

    // Requests for one key that come while it is being loaded wait for the same load.
    static void singleFlight(ExecutorService workers) throws Exception {
        Map<String, CompletableFuture<String>> inFlight = new ConcurrentHashMap<>();
        AtomicInteger loads = new AtomicInteger();
        CountDownLatch hold = new CountDownLatch(1);
        Function<String, CompletableFuture<String>> get = key -> inFlight.computeIfAbsent(key,
                k -> CompletableFuture.supplyAsync(() -> {
                    loads.incrementAndGet();
                    try {
                        hold.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return "value of " + k;
                }, workers));
        List<CompletableFuture<String>> answers = Collections.synchronizedList(new ArrayList<>());
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String key = i % 2 == 0 ? "x" : "y";
            Thread t = new Thread(() -> answers.add(get.apply(key)));
            callers.add(t);
            t.start();
        }
        for (Thread t : callers) {
            t.join();
        }
        hold.countDown();
        Map<String, Integer> counts = new TreeMap<>();
        for (CompletableFuture<String> f : answers) {
            counts.merge(f.get(), 1, Integer::sum);
        }
        System.out.println(counts + " loads " + loads);
    }

    // A little server: requests arrive by timers, are answered from the cache or by a worker, and are logged in order.
    static void server(ExecutorService workers) throws Exception {
        Loop loop = new Loop(workers);
        Map<String, String> cache = new HashMap<>();
        Map<String, Promise<String>> loading = new HashMap<>();
        List<String> log = new ArrayList<>();
        AtomicInteger fetched = new AtomicInteger();
        String[] requests = {"/a", "/b", "/a", "/err", "/b", "/c", "/a"};
        for (int i = 0; i < requests.length; i++) {
            String path = requests[i];
            int number = i;
            loop.after(i / 3 * 10L, () -> {
                String cached = cache.get(path);
                if (cached != null) {
                    log.add(number + " " + path + " hit " + cached + " at " + loop.now);
                    return;
                }
                Promise<String> p = loading.computeIfAbsent(path, k -> loop.offload(() -> {
                    fetched.incrementAndGet();
                    if (k.equals("/err")) {
                        throw new java.io.FileNotFoundException(k);
                    }
                    return "<" + k.substring(1) + ">";
                }));
                p.then(v -> {
                    loading.remove(path);
                    cache.put(path, v);
                    return "200 " + v;
                }).recover(e -> {
                    loading.remove(path);
                    return "404 " + e.getMessage();
                }).then(answer -> log.add(number + " " + path + " " + answer + " at " + loop.now));
            });
        }
        loop.run();
        log.forEach(l -> System.out.println("  " + l));
        System.out.println("fetched " + fetched + " cached " + new TreeMap<>(cache));
    }

    public static void main(String[] args) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(3);
        orders(workers);
        lru();
        sharedCache();
        singleFlight(workers);
        server(workers);
        workers.shutdown();
        System.out.println(workers.awaitTermination(1, TimeUnit.HOURS));
    }
}

// A build tool in small: a graph of tasks with dependencies, cycles found and named, tasks run as soon as they can be
// on a pool, failures that skip what depends on them, a cache that skips what has not changed.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

public class ProgScheduler {
    enum Status { DONE, CACHED, FAILED, SKIPPED }

    record Outcome(Status status, String value) {
    }

    record Task(String name, List<String> needs, Function<List<String>, String> action) {
    }

    static final class CycleException extends RuntimeException {
        final List<String> path;

        CycleException(List<String> path) {
            super("cycle: " + String.join(" -> ", path));
            this.path = path;
        }
    }

    static final class Graph {
        private final Map<String, Task> tasks = new LinkedHashMap<>();

        Graph task(String name, String needs, Function<List<String>, String> action) {
            List<String> list = needs.isBlank() ? List.of() : Arrays.asList(needs.trim().split("\\s+"));
            if (tasks.put(name, new Task(name, list, action)) != null) {
                throw new IllegalArgumentException("task " + name + " twice");
            }
            return this;
        }

        Graph task(String name, String needs) {
            return task(name, needs, in -> name + in);
        }

        // Depth first, with the path kept: the first edge back into it is a cycle.
        List<String> order() {
            List<String> order = new ArrayList<>();
            Set<String> done = new LinkedHashSet<>();
            Deque<String> path = new ArrayDeque<>();
            for (String name : tasks.keySet()) {
                visit(name, done, path, order);
            }
            return order;
        }

        private void visit(String name, Set<String> done, Deque<String> path, List<String> order) {
            if (done.contains(name)) {
                return;
            }
            if (path.contains(name)) {
                List<String> cycle = new ArrayList<>();
                for (String p : path) {
                    cycle.add(p);
                    if (p.equals(name)) {
                        break;
                    }
                }
                Collections.reverse(cycle);
                cycle.add(name);
                throw new CycleException(cycle);
            }
            Task t = tasks.get(name);
            if (t == null) {
                throw new IllegalArgumentException("unknown task " + name + " needed by " + path.peek());
            }
            path.push(name);
            for (String n : t.needs()) {
                visit(n, done, path, order);
            }
            path.pop();
            done.add(name);
            order.add(name);
        }

        // Layers by longest distance from the leaves: what could run together.
        List<Set<String>> layers() {
            Map<String, Integer> depth = new HashMap<>();
            List<Set<String>> layers = new ArrayList<>();
            for (String name : order()) {
                int d = tasks.get(name).needs().stream().mapToInt(depth::get).max().orElse(-1) + 1;
                depth.put(name, d);
                while (layers.size() <= d) {
                    layers.add(new TreeSet<>());
                }
                layers.get(d).add(name);
            }
            return layers;
        }
    }

    static final class Runner {
        private final ExecutorService pool;
        private final Map<String, String> cache = new ConcurrentHashMap<>();
        final AtomicInteger executed = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger running = new AtomicInteger();
        final AtomicInteger early = new AtomicInteger();

        Runner(ExecutorService pool) {
            this.pool = pool;
        }

        Map<String, Outcome> run(Graph graph) {
            Map<String, CompletableFuture<Outcome>> futures = new HashMap<>();
            Set<String> finished = ConcurrentHashMap.newKeySet();
            for (String name : graph.order()) {
                Task t = graph.tasks.get(name);
                List<CompletableFuture<Outcome>> inputs = new ArrayList<>();
                t.needs().forEach(n -> inputs.add(futures.get(n)));
                futures.put(name, CompletableFuture.allOf(inputs.toArray(new CompletableFuture<?>[0]))
                        .thenApplyAsync(ignored -> {
                            if (!finished.containsAll(t.needs())) {
                                early.incrementAndGet();
                            }
                            List<Outcome> in = new ArrayList<>();
                            inputs.forEach(f -> in.add(f.join()));
                            Outcome o = execute(t, in);
                            finished.add(name);
                            return o;
                        }, pool));
            }
            Map<String, Outcome> results = new TreeMap<>();
            futures.forEach((name, f) -> results.put(name, f.join()));
            return results;
        }

        private Outcome execute(Task t, List<Outcome> in) {
            for (Outcome o : in) {
                if (o.status() == Status.FAILED || o.status() == Status.SKIPPED) {
                    return new Outcome(Status.SKIPPED, "");
                }
            }
            List<String> values = in.stream().map(Outcome::value).toList();
            String key = t.name() + values;
            String cached = cache.get(key);
            if (cached != null) {
                return new Outcome(Status.CACHED, cached);
            }
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                executed.incrementAndGet();
                String v = t.action().apply(values);
                cache.put(key, v);
                return new Outcome(Status.DONE, v);
            } catch (RuntimeException e) {
                return new Outcome(Status.FAILED, e.getMessage());
            } finally {
                running.decrementAndGet();
            }
        }
    }

    static void show(Map<String, Outcome> results) {
        results.forEach((name, o) -> System.out.println("  " + name + " " + o.status() + " "
                + (o.value().length() > 60 ? o.value().substring(0, 57) + "..." : o.value())));
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Runner runner = new Runner(pool);
        Graph g = new Graph()
                .task("package", "link docs")
                .task("link", "parser lexer runtime")
                .task("parser", "grammar headers")
                .task("lexer", "headers")
                .task("runtime", "headers")
                .task("docs", "")
                .task("grammar", "")
                .task("headers", "");
        System.out.println("order " + g.order());
        System.out.println("layers " + g.layers());
        show(runner.run(g));
        System.out.println("executed " + runner.executed + " early " + runner.early + " within the pool "
                + (runner.most.get() <= 3));
        show(runner.run(g));
        System.out.println("executed " + runner.executed);

        System.out.println("a change in one place");
        Graph changed = new Graph()
                .task("package", "link docs")
                .task("link", "parser lexer runtime")
                .task("parser", "grammar headers")
                .task("lexer", "headers")
                .task("runtime", "headers")
                .task("docs", "")
                .task("grammar2", "", in -> "new grammar")
                .task("grammar", "grammar2")
                .task("headers", "");
        show(runner.run(changed));
        System.out.println("executed " + runner.executed);

        System.out.println("a failure");
        Graph failing = new Graph()
                .task("all", "good bad other")
                .task("good", "base")
                .task("bad", "base", in -> {
                    throw new IllegalStateException("compiler crashed on " + in);
                })
                .task("after", "bad")
                .task("other", "base")
                .task("base", "");
        show(runner.run(failing));

        System.out.println("graphs that cannot be run");
        List<Graph> wrong = List.of(new Graph().task("a", "b").task("b", "c").task("c", "d a").task("d", ""),
                new Graph().task("self", "self"), new Graph().task("x", "missing"),
                new Graph().task("p", "").task("q", "p r").task("r", "s").task("s", "q"));
        for (Graph w : wrong) {
            try {
                System.out.println(w.order());
            } catch (CycleException e) {
                System.out.println(e.getMessage() + " of length " + (e.path.size() - 1));
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
        }
        try {
            new Graph().task("t", "").task("t", "");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }

        Graph wide = new Graph();
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            int id = i;
            wide.task("n" + i, i < 3 ? "" : "n" + (i / 2) + " n" + (i - 3),
                    in -> String.valueOf(in.stream().mapToLong(Long::parseLong).sum() % 1_000_003 + id));
            names.append("n").append(i).append(' ');
        }
        wide.task("sum", names.toString(), in -> "" + in.stream().mapToLong(Long::parseLong).sum());
        Map<String, Outcome> out = runner.run(wide);
        System.out.println("wide " + out.get("sum").value() + " " + out.get("n59").value() + " early " + runner.early
                + " layers " + wide.layers().size());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}

// A log pipeline: producers write lines, a bounded queue, parsers that turn lines into records, a router by severity,
// sinks with batches, a poison pill for each stage, and a report that adds up whatever the schedule.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class ProgLogPipeline {
    enum Severity { DEBUG, INFO, WARN, ERROR }

    record Line(String source, int number, String text) {
        static final Line POISON = new Line("", -1, "");
    }

    record Event(String source, int number, Severity severity, String module, Map<String, String> fields) {
        static final Event POISON = new Event("", -1, Severity.DEBUG, "", Map.of());
    }

    static final class Malformed extends Exception {
        Malformed(Line line, String why) {
            super(line.source() + ":" + line.number() + " " + why);
        }
    }

    static final class Parser {
        private static final Pattern FORM = Pattern.compile("\\[(\\w+)] (\\w+): (.*)");
        private static final Pattern FIELD = Pattern.compile("(\\w+)=(\"[^\"]*\"|\\S+)");

        static Event parse(Line line) throws Malformed {
            Matcher m = FORM.matcher(line.text());
            if (!m.matches()) {
                throw new Malformed(line, "has no header");
            }
            Severity severity;
            try {
                severity = Severity.valueOf(m.group(1));
            } catch (IllegalArgumentException e) {
                throw new Malformed(line, "has an unknown severity " + m.group(1));
            }
            Map<String, String> fields = new TreeMap<>();
            Matcher f = FIELD.matcher(m.group(3));
            while (f.find()) {
                fields.put(f.group(1), f.group(2).replace("\"", ""));
            }
            return new Event(line.source(), line.number(), severity, m.group(2), fields);
        }
    }

    interface Sink {
        void accept(List<Event> batch);

        String report();
    }

    static final class Counting implements Sink {
        private final Map<String, LongAdder> byModule = new ConcurrentHashMap<>();

        @Override
        public void accept(List<Event> batch) {
            batch.forEach(e -> byModule.computeIfAbsent(e.module(), k -> new LongAdder()).increment());
        }

        @Override
        public String report() {
            return "by module " + new TreeMap<>(byModule);
        }
    }

    static final class Latency implements Sink {
        private long sum;
        private long most = Long.MIN_VALUE;
        private int count;

        @Override
        public synchronized void accept(List<Event> batch) {
            for (Event e : batch) {
                Optional.ofNullable(e.fields().get("ms")).map(Long::parseLong).ifPresent(ms -> {
                    sum += ms;
                    most = Math.max(most, ms);
                    count++;
                });
            }
        }

        @Override
        public synchronized String report() {
            return "latency of " + count + ": sum " + sum + " most " + most;
        }
    }

    static final class Alerts implements Sink {
        private final List<String> alerts = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void accept(List<Event> batch) {
            batch.stream().filter(e -> e.fields().containsKey("code")).map(e -> e.module() + " " + e.fields().get("code")
                    + " from " + e.source()).forEach(alerts::add);
        }

        @Override
        public String report() {
            List<String> sorted = new ArrayList<>(alerts);
            Collections.sort(sorted);
            return "alerts " + sorted.size() + " first " + sorted.stream().limit(3).collect(Collectors.toList());
        }
    }

    static final class Pipeline {
        private final BlockingQueue<Line> lines;
        private final Map<Severity, BlockingQueue<Event>> routes = new EnumMap<>(Severity.class);
        private final Map<Severity, List<Sink>> sinks = new EnumMap<>(Severity.class);
        private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger parsed = new AtomicInteger();
        private final Map<Severity, AtomicInteger> delivered = new EnumMap<>(Severity.class);
        private final AtomicInteger biggestBatch = new AtomicInteger();
        private final int batchSize;

        Pipeline(int capacity, int batchSize) {
            lines = new ArrayBlockingQueue<>(capacity);
            this.batchSize = batchSize;
            for (Severity s : Severity.values()) {
                routes.put(s, new LinkedBlockingQueue<>(capacity));
                sinks.put(s, new ArrayList<>());
                delivered.put(s, new AtomicInteger());
            }
        }

        void attach(Sink sink, Severity... severities) {
            for (Severity s : severities) {
                sinks.get(s).add(sink);
            }
        }

        private void parseLoop() throws InterruptedException {
            while (true) {
                Line line = lines.take();
                if (line == Line.POISON) {
                    return;
                }
                try {
                    Event e = Parser.parse(line);
                    parsed.incrementAndGet();
                    routes.get(e.severity()).put(e);
                } catch (Malformed e) {
                    errors.add(e.getMessage());
                }
            }
        }

        private void sinkLoop(Severity s) throws InterruptedException {
            List<Event> batch = new ArrayList<>();
            boolean open = true;
            while (open) {
                batch.add(routes.get(s).take());
                routes.get(s).drainTo(batch, batchSize - 1);
                open = !batch.removeIf(e -> e == Event.POISON);
                biggestBatch.accumulateAndGet(batch.size(), Math::max);
                for (Sink sink : sinks.get(s)) {
                    sink.accept(batch);
                }
                delivered.get(s).addAndGet(batch.size());
                batch.clear();
            }
        }

        interface Stage {
            void run() throws InterruptedException;
        }

        private static Thread start(String name, Stage stage) {
            Thread t = new Thread(() -> {
                try {
                    stage.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, name);
            t.start();
            return t;
        }

        void run(List<List<String>> sources, int parsers) throws InterruptedException {
            List<Thread> producerThreads = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < sources.size(); i++) {
                int id = i;
                producerThreads.add(start("producer-" + i, () -> {
                    go.await();
                    int number = 1;
                    for (String text : sources.get(id)) {
                        lines.put(new Line("s" + id, number++, text));
                    }
                }));
            }
            List<Thread> parserThreads = new ArrayList<>();
            for (int i = 0; i < parsers; i++) {
                parserThreads.add(start("parser-" + i, this::parseLoop));
            }
            List<Thread> sinkThreads = new ArrayList<>();
            for (Severity s : Severity.values()) {
                sinkThreads.add(start("sink-" + s, () -> sinkLoop(s)));
            }
            go.countDown();
            for (Thread t : producerThreads) {
                t.join();
            }
            for (int i = 0; i < parsers; i++) {
                lines.put(Line.POISON);
            }
            for (Thread t : parserThreads) {
                t.join();
            }
            for (BlockingQueue<Event> q : routes.values()) {
                q.put(Event.POISON);
            }
            for (Thread t : sinkThreads) {
                t.join();
            }
        }
    }

    static List<String> generate(int seed, int n) {
        String[] modules = {"db", "web", "auth", "cache"};
        List<String> out = new ArrayList<>();
        int x = seed * 7919 + 13;
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            int r = x >>> 16 & 0x7fff;
            Severity s = Severity.values()[r % 4];
            String module = modules[r / 4 % 4];
            String text = switch (r % 11) {
                case 0 -> "broken line " + i;
                case 1 -> "[FATAL] " + module + ": x=1";
                default -> "[" + s + "] " + module + ": ms=" + r % 500 + " user=\"u " + r % 7 + "\""
                        + (s == Severity.ERROR ? " code=E" + r % 5 : "");
            };
            out.add(text);
        }
        return out;
    }

    // What one thread computes from the same lines.
    static String expected(List<List<String>> sources) {
        int good = 0;
        int bad = 0;
        Map<Severity, Integer> counts = new EnumMap<>(Severity.class);
        for (int i = 0; i < sources.size(); i++) {
            int number = 1;
            for (String text : sources.get(i)) {
                try {
                    counts.merge(Parser.parse(new Line("s" + i, number++, text)).severity(), 1, Integer::sum);
                    good++;
                } catch (Malformed e) {
                    bad++;
                }
            }
        }
        return good + " " + bad + " " + counts;
    }

    static void run(int capacity, int batch, int sourceCount, int parsers, int each) throws Exception {
        List<List<String>> sources = new ArrayList<>();
        for (int i = 0; i < sourceCount; i++) {
            sources.add(generate(i + capacity, each));
        }
        Pipeline p = new Pipeline(capacity, batch);
        Counting counting = new Counting();
        Latency latency = new Latency();
        Alerts alerts = new Alerts();
        p.attach(counting, Severity.values());
        p.attach(latency, Severity.INFO, Severity.WARN, Severity.ERROR);
        p.attach(alerts, Severity.ERROR);
        p.run(sources, parsers);
        System.out.println("capacity " + capacity + " batch " + batch + " sources " + sourceCount + " parsers " + parsers);
        for (Sink s : Arrays.asList(counting, latency, alerts)) {
            System.out.println("  " + s.report());
        }
        List<String> errors = new ArrayList<>(p.errors);
        Collections.sort(errors);
        System.out.println("  errors " + errors.size() + " " + errors.subList(0, Math.min(3, errors.size())));
        String got = p.parsed + " " + p.errors.size() + " " + p.delivered;
        System.out.println("  parsed " + got + " as expected " + got.equals(expected(sources)) + " batches within "
                + (p.biggestBatch.get() <= batch));
    }

    public static void main(String[] args) throws Exception {
        run(1, 1, 2, 1, 30);
        run(4, 3, 3, 2, 40);
        run(50, 10, 4, 3, 50);
        BlockingQueue<Line> idle = new ArrayBlockingQueue<>(1);
        System.out.println("nothing comes " + idle.poll(2, TimeUnit.MILLISECONDS));
    }
}

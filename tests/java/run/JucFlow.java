// Flow and SubmissionPublisher: demand, processors in a chain, slow subscribers, drops, errors and cancellation.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

public class JucFlow {
    static class Collecting<T> implements Flow.Subscriber<T> {
        final List<String> log = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch done = new CountDownLatch(1);
        final long first;
        final long each;
        volatile Flow.Subscription subscription;

        Collecting(long first, long each) {
            this.first = first;
            this.each = each;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            log.add("subscribed");
            if (first > 0) {
                s.request(first);
            }
        }

        @Override
        public void onNext(T item) {
            log.add("" + item);
            if (each > 0) {
                subscription.request(each);
            }
        }

        @Override
        public void onError(Throwable t) {
            log.add("error " + t);
            done.countDown();
        }

        @Override
        public void onComplete() {
            log.add("complete");
            done.countDown();
        }
    }

    static final class Mapping<A, B> extends SubmissionPublisher<B> implements Flow.Processor<A, B> {
        private final Function<A, B> function;
        private Flow.Subscription subscription;

        Mapping(ExecutorService pool, Function<A, B> function) {
            super(pool, 4);
            this.function = function;
        }

        @Override
        public void onSubscribe(Flow.Subscription s) {
            subscription = s;
            s.request(1);
        }

        @Override
        public void onNext(A item) {
            submit(function.apply(item));
            subscription.request(1);
        }

        @Override
        public void onError(Throwable t) {
            closeExceptionally(t);
        }

        @Override
        public void onComplete() {
            close();
        }
    }

    static void simple(ExecutorService pool) throws Exception {
        Collecting<Integer> oneByOne = new Collecting<>(1, 1);
        Collecting<Integer> allAtOnce = new Collecting<>(Long.MAX_VALUE, 0);
        try (SubmissionPublisher<Integer> p = new SubmissionPublisher<>(pool, 4)) {
            System.out.println(p.hasSubscribers() + " " + p.getMaxBufferCapacity());
            p.subscribe(oneByOne);
            p.subscribe(allAtOnce);
            System.out.println(p.getNumberOfSubscribers() + " " + p.isSubscribed(oneByOne) + " "
                    + p.getSubscribers().size());
            for (int i = 0; i < 12; i++) {
                p.submit(i * i);
            }
        }
        oneByOne.done.await();
        allAtOnce.done.await();
        System.out.println(oneByOne.log);
        System.out.println(allAtOnce.log);
    }

    static void chain(ExecutorService pool) throws Exception {
        Collecting<String> end = new Collecting<>(2, 1);
        Mapping<Integer, Integer> square = new Mapping<>(pool, x -> x * x);
        Mapping<Integer, String> text = new Mapping<>(pool, x -> "<" + x + ">");
        SubmissionPublisher<Integer> source = new SubmissionPublisher<>(pool, 2);
        source.subscribe(square);
        square.subscribe(text);
        text.subscribe(end);
        for (int i = 1; i <= 20; i++) {
            source.submit(i);
        }
        source.close();
        end.done.await();
        System.out.println(end.log);
    }

    static void errors(ExecutorService pool) throws Exception {
        Collecting<String> a = new Collecting<>(10, 0);
        SubmissionPublisher<String> p = new SubmissionPublisher<>(pool, 8);
        p.subscribe(a);
        p.closeExceptionally(new IllegalStateException("source failed"));
        a.done.await();
        System.out.println(a.log.get(a.log.size() - 1) + " closed " + p.isClosed() + " " + p.getClosedException());
        try {
            p.submit("late");
        } catch (IllegalStateException e) {
            System.out.println("late " + e.getMessage());
        }
        Collecting<String> late = new Collecting<>(1, 1);
        p.subscribe(late);
        late.done.await();
        System.out.println(late.log);
        Collecting<String> negative = new Collecting<>(0, 0);
        try (SubmissionPublisher<String> q = new SubmissionPublisher<>(pool, 8)) {
            q.subscribe(negative);
            while (negative.subscription == null) {
                Thread.sleep(1);
            }
            negative.subscription.request(-3);
            negative.done.await();
        }
        System.out.println(negative.log.get(negative.log.size() - 1).startsWith(
                "error java.lang.IllegalArgumentException"));
        List<String> handled = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch called = new CountDownLatch(1);
        SubmissionPublisher<String> r = new SubmissionPublisher<>(pool, 8, (s, t) -> {
            handled.add("" + t);
            called.countDown();
        });
        Collecting<String> thrower = new Collecting<>(5, 0) {
            @Override
            public void onNext(String item) {
                throw new UnsupportedOperationException("in onNext " + item);
            }
        };
        r.subscribe(thrower);
        r.submit("x");
        called.await();
        thrower.done.await();
        System.out.println(handled + " " + thrower.log);
        r.close();
        SubmissionPublisher<String> s = new SubmissionPublisher<>(pool, 8);
        Collecting<String> twice = new Collecting<>(0, 0);
        s.subscribe(twice);
        s.subscribe(twice);
        twice.done.await();
        System.out.println(twice.log.get(twice.log.size() - 1));
        s.close();
    }

    static void drops(ExecutorService pool) throws Exception {
        Collecting<Integer> lazy = new Collecting<>(0, 0);
        SubmissionPublisher<Integer> p = new SubmissionPublisher<>(pool, 4);
        p.subscribe(lazy);
        while (lazy.subscription == null) {
            Thread.sleep(1);
        }
        List<Integer> dropped = new ArrayList<>();
        List<Integer> lags = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            // Nothing is asked for: four fit into the buffer, the others are dropped, one of them after a second try.
            lags.add(p.offer(i, (sub, item) -> {
                dropped.add(item);
                return item == 5;
            }));
        }
        System.out.println(lags + " dropped " + dropped + " lag " + p.estimateMaximumLag() + " demand "
                + p.estimateMinimumDemand());
        lazy.subscription.request(Long.MAX_VALUE);
        p.close();
        lazy.done.await();
        System.out.println(lazy.log);
    }

    static void cancelled(ExecutorService pool) throws Exception {
        AtomicInteger seen = new AtomicInteger();
        CountDownLatch third = new CountDownLatch(1);
        Collecting<Integer> stops = new Collecting<>(100, 0) {
            @Override
            public void onNext(Integer item) {
                if (seen.incrementAndGet() == 3) {
                    subscription.cancel();
                    third.countDown();
                }
            }
        };
        SubmissionPublisher<Integer> p = new SubmissionPublisher<>(pool, 16);
        p.subscribe(stops);
        // No more than three before the cancellation: a consumer may take items in batches and finish its batch.
        for (int i = 0; i < 3; i++) {
            p.submit(i);
        }
        third.await();
        while (p.hasSubscribers()) {
            Thread.sleep(1);
        }
        System.out.println("lag without subscribers " + p.submit(99) + " seen " + seen);
        p.close();
    }

    static void consume(ExecutorService pool) throws Exception {
        StringBuilder out = new StringBuilder();
        CompletableFuture<Void> done;
        try (SubmissionPublisher<String> p = new SubmissionPublisher<>(pool, 8)) {
            done = p.consume(s -> out.append(s).append(' '));
            for (String s : "one two three four".split(" ")) {
                p.submit(s);
            }
        }
        done.get(1, TimeUnit.HOURS);
        System.out.println(out.toString().trim());
        System.out.println(Flow.defaultBufferSize());
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        simple(pool);
        chain(pool);
        errors(pool);
        drops(pool);
        cancelled(pool);
        consume(pool);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }
}

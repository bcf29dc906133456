// PriorityBlockingQueue and DelayQueue: order by comparator and by expiry, ties, blocking takes, growth under
// contention.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

public class JucPriorityDelay {
    static final class Job implements Comparable<Job> {
        static final AtomicLong NEXT = new AtomicLong();
        final int priority;
        final long number = NEXT.getAndIncrement();

        Job(int priority) {
            this.priority = priority;
        }

        @Override
        public int compareTo(Job o) {
            int c = Integer.compare(o.priority, priority);
            return c != 0 ? c : Long.compare(number, o.number);
        }

        @Override
        public String toString() {
            return priority + "#" + number;
        }
    }

    static void priorities() throws Exception {
        PriorityBlockingQueue<Job> q = new PriorityBlockingQueue<>();
        for (int p : new int[] {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}) {
            q.put(new Job(p));
        }
        System.out.println(q.size() + " " + q.peek() + " " + q.remainingCapacity());
        List<Job> first = new ArrayList<>();
        q.drainTo(first, 4);
        System.out.println(first + " then " + q.take() + " " + q.poll() + " " + q.poll(1, TimeUnit.HOURS));
        List<Job> rest = new ArrayList<>();
        while (!q.isEmpty()) {
            rest.add(q.remove());
        }
        System.out.println(rest + " " + q.poll() + " " + q.poll(1, TimeUnit.MILLISECONDS));
        PriorityBlockingQueue<String> words = new PriorityBlockingQueue<>(2,
                Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        words.addAll(Arrays.asList("pear", "fig", "banana", "kiwi", "apple", "date", "fig"));
        System.out.println(words.remove("fig") + " " + words.contains("kiwi") + " " + words.remove("plum") + " "
                + (words.comparator() != null));
        words.removeIf(w -> w.startsWith("b"));
        Object[] sorted = words.toArray();
        Arrays.sort(sorted);
        System.out.println(Arrays.toString(sorted));
        StringBuilder out = new StringBuilder();
        for (String w; (w = words.poll()) != null;) {
            out.append(w).append(' ');
        }
        System.out.println(out.toString().trim());
        try {
            new PriorityBlockingQueue<Object>().addAll(Arrays.asList(new Object[] {1, "a"}));
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
        try {
            new PriorityBlockingQueue<Integer>(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        PriorityBlockingQueue<Integer> ints = new PriorityBlockingQueue<>(List.of(5, 2, 8, 1));
        for (Iterator<Integer> it = ints.iterator(); it.hasNext();) {
            if (it.next() == 5) {
                it.remove();
            }
        }
        System.out.println(ints.poll() + " " + ints.poll() + " " + ints.poll() + " " + ints.poll());
    }

    static void waitingTakers() throws Exception {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        List<Thread> takers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> {
                try {
                    for (int k = 0; k < 50; k++) {
                        got.add(q.take());
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            takers.add(t);
            t.start();
        }
        for (int i = 0; i < 150; i++) {
            q.put(i * 37 % 150);
        }
        for (Thread t : takers) {
            t.join();
        }
        Collections.sort(got);
        boolean complete = got.size() == 150;
        for (int i = 0; complete && i < 150; i++) {
            complete = got.get(i) == i;
        }
        System.out.println("takers complete " + complete + " left " + q);
    }

    static void growth() throws Exception {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int id = t;
            Thread th = new Thread(() -> {
                for (int k = 0; k < 100; k++) {
                    q.add(k * 4 + id);
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        boolean sorted = q.size() == 400;
        for (int i = 0; i < 400; i++) {
            sorted &= q.poll() == i;
        }
        System.out.println("growth sorted " + sorted);
    }

    static final class Timed implements Delayed {
        final String name;
        final long due;

        Timed(String name, long delayMillis) {
            this.name = name;
            this.due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed o) {
            return Long.compare(due, ((Timed) o).due);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static void delays() throws Exception {
        DelayQueue<Timed> q = new DelayQueue<>();
        q.put(new Timed("third", 360));
        q.put(new Timed("first", 120));
        q.put(new Timed("never", 3_600_000));
        q.put(new Timed("second", 240));
        System.out.println("poll " + q.poll() + " peek " + q.peek() + " size " + q.size() + " capacity "
                + q.remainingCapacity());
        System.out.println(q.take() + " " + q.take() + " " + q.poll(1, TimeUnit.MINUTES));
        System.out.println(q.poll(2, TimeUnit.MILLISECONDS) + " " + q.size() + " drained " + q.drainTo(
                new ArrayList<>()) + " " + q);
        q.clear();
        q.add(new Timed("c", -30));
        q.add(new Timed("a", -5000));
        q.add(new Timed("b", -400));
        q.add(new Timed("later", 3_600_000));
        List<Timed> expired = new ArrayList<>();
        System.out.println(q.drainTo(expired) + " " + expired + " " + q);
        try {
            q.add(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
    }

    // A taker that waits for a distant head must be woken by a nearer one.
    static void nearer() throws Exception {
        DelayQueue<Timed> q = new DelayQueue<>();
        q.put(new Timed("distant", 3_600_000));
        String[] got = new String[2];
        CountDownLatch started = new CountDownLatch(1);
        Thread taker = new Thread(() -> {
            started.countDown();
            try {
                got[0] = q.take().name;
                q.take();
            } catch (InterruptedException e) {
                got[1] = e.toString();
            }
        });
        taker.start();
        started.await();
        while (taker.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        q.put(new Timed("near", 5));
        while (q.size() > 1 || taker.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        taker.interrupt();
        taker.join();
        System.out.println(Arrays.toString(got) + " left " + q);
    }

    static void manyTakers() throws Exception {
        DelayQueue<Timed> q = new DelayQueue<>();
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> {
                try {
                    for (int k = 0; k < 4; k++) {
                        names.add(q.take().name);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (int i = 11; i >= 0; i--) {
            q.put(new Timed(String.format("t%02d", i), i % 4));
        }
        for (Thread t : threads) {
            t.join();
        }
        Collections.sort(names);
        System.out.println(names + " " + q.isEmpty());
    }

    public static void main(String[] args) throws Exception {
        priorities();
        waitingTakers();
        growth();
        delays();
        nearer();
        manyTakers();
    }
}

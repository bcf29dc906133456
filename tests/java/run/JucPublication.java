// Safe publication: double-checked locking with volatile, lazy holders, final fields, immutable snapshots behind a
// volatile reference, copy-on-write configuration, racy single-check of an immutable value.

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

public class JucPublication {
    interface Body {
        void run(int id) throws Exception;
    }

    static void together(int n, Body body) throws Exception {
        CyclicBarrier start = new CyclicBarrier(n);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    start.await();
                    body.run(id);
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        if (!failures.isEmpty()) {
            System.out.println("failures " + failures);
        }
    }

    static final class Memo<T> implements Supplier<T> {
        private final Supplier<T> source;
        private volatile T value;

        Memo(Supplier<T> source) {
            this.source = source;
        }

        @Override
        public T get() {
            T v = value;
            if (v == null) {
                synchronized (this) {
                    v = value;
                    if (v == null) {
                        value = v = source.get();
                    }
                }
            }
            return v;
        }
    }

    static void doubleChecked() throws Exception {
        AtomicInteger made = new AtomicInteger();
        Memo<Map<String, Integer>> memo = new Memo<>(() -> {
            made.incrementAndGet();
            Map<String, Integer> m = new TreeMap<>();
            for (int i = 0; i < 20; i++) {
                m.put("k" + i, i);
            }
            return m;
        });
        AtomicInteger wrong = new AtomicInteger();
        together(6, id -> {
            if (memo.get().size() != 20 || memo.get().get("k19") != 19) {
                wrong.incrementAndGet();
            }
        });
        System.out.println("made " + made + " wrong " + wrong);
    }

    static final class Account {
        final String owner;
        final long balance;
        final List<String> history;

        Account(String owner, long balance, List<String> history) {
            this.owner = owner;
            this.balance = balance;
            this.history = List.copyOf(history);
        }

        Account deposit(long amount, String note) {
            List<String> h = new ArrayList<>(history);
            h.add(note);
            return new Account(owner, balance + amount, h);
        }
    }

    // An immutable object may be published by a data race: its final fields are seen as set (JLS 17.5). The array element
    // is such a race on purpose; a reader sees null or a whole account.
    static void finalFields() throws Exception {
        Account[] slot = new Account[1];
        AtomicInteger broken = new AtomicInteger();
        together(4, id -> {
            if (id == 0) {
                for (int k = 1; k <= 50; k++) {
                    slot[0] = new Account("o" + k, k, List.of("h" + k));
                    if (k % 10 == 0) {
                        Thread.yield();
                    }
                }
            } else {
                for (int k = 0; k < 100; k++) {
                    Account a = slot[0];
                    if (a != null && (!a.owner.equals("o" + a.balance) || a.history.size() != 1)) {
                        broken.incrementAndGet();
                    }
                }
            }
        });
        System.out.println("broken " + broken + " last " + slot[0].owner);
    }

    static void snapshots() throws Exception {
        AtomicReference<Account> current = new AtomicReference<>(new Account("x", 0, List.of()));
        AtomicInteger inconsistent = new AtomicInteger();
        together(5, id -> {
            for (int k = 0; k < 30; k++) {
                if (id < 3) {
                    current.updateAndGet(a -> a.deposit(1, "d"));
                } else {
                    Account a = current.get();
                    if (a.balance != a.history.size()) {
                        inconsistent.incrementAndGet();
                    }
                }
            }
        });
        System.out.println("balance " + current.get().balance + " history " + current.get().history.size()
                + " inconsistent " + inconsistent);
        try {
            current.get().history.add("no");
        } catch (UnsupportedOperationException e) {
            System.out.println("immutable");
        }
    }

    static volatile Map<String, String> config = Map.of("version", "0", "echo", "0");

    static void configuration() throws Exception {
        AtomicInteger mixed = new AtomicInteger();
        together(4, id -> {
            for (int k = 1; k <= 60; k++) {
                if (id == 0) {
                    config = Map.of("version", "" + k, "echo", "" + k);
                } else {
                    Map<String, String> c = config;
                    if (!c.get("version").equals(c.get("echo"))) {
                        mixed.incrementAndGet();
                    }
                }
            }
        });
        System.out.println("mixed " + mixed + " version " + config.get("version"));
    }

    static final class Text {
        private final char[] chars;
        private int hash;

        Text(String s) {
            chars = s.toCharArray();
        }

        // As String does it: a benign race, since every thread computes the same int.
        int hash() {
            int h = hash;
            if (h == 0) {
                for (char c : chars) {
                    h = 31 * h + c;
                }
                hash = h;
            }
            return h;
        }
    }

    static void racySingleCheck() throws Exception {
        Text t = new Text("the quick brown fox");
        int[] seen = new int[5];
        together(5, id -> seen[id] = t.hash());
        boolean same = true;
        for (int h : seen) {
            same &= h == "the quick brown fox".hashCode();
        }
        System.out.println("same hash " + same);
    }

    static int plain;
    static volatile boolean ready;

    static void volatileFlag() throws Exception {
        int[] seen = new int[2];
        together(3, id -> {
            if (id == 0) {
                plain = 41;
                plain++;
                ready = true;
            } else {
                while (!ready) {
                    Thread.onSpinWait();
                }
                seen[id - 1] = plain;
            }
        });
        System.out.println("behind the flag " + seen[0] + " " + seen[1]);
    }

    // A 64-bit volatile is never seen half written (JLS 17.7).
    static volatile long wide;

    static void wideWrites() throws Exception {
        AtomicInteger torn = new AtomicInteger();
        together(3, id -> {
            for (int k = 0; k < 200; k++) {
                if (id == 0) {
                    wide = k % 2 == 0 ? 0L : -1L;
                } else {
                    long w = wide;
                    if (w != 0 && w != -1) {
                        torn.incrementAndGet();
                    }
                }
            }
        });
        System.out.println("torn " + torn);
    }

    public static void main(String[] args) throws Exception {
        doubleChecked();
        finalFields();
        snapshots();
        configuration();
        racySingleCheck();
        volatileFlag();
        wideWrites();
    }
}

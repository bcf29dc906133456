// Phaser: registration on the fly, onAdvance, tiers, termination, arrival without waiting, forced and timed waits.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucPhaser {
    static String show(Phaser p) {
        return "phase " + p.getPhase() + " registered " + p.getRegisteredParties() + " arrived " + p.getArrivedParties()
                + " unarrived " + p.getUnarrivedParties() + " terminated " + p.isTerminated();
    }

    static void arithmetic() {
        Phaser p = new Phaser();
        System.out.println(show(p));
        System.out.println("register " + p.register() + " bulk " + p.bulkRegister(3) + " none " + p.bulkRegister(0));
        System.out.println(show(p) + " " + p.toString().replaceAll("@[0-9a-f]+", "@"));
        System.out.println("arrive " + p.arrive() + " " + p.arrive() + " deregister " + p.arriveAndDeregister());
        System.out.println(show(p));
        System.out.println("await an old phase returns " + p.awaitAdvance(7));
        System.out.println("last arrival " + p.arrive());
        System.out.println(show(p));
        System.out.println("past phase " + p.awaitAdvance(0));
        for (int i = 0; i < 3; i++) {
            p.arriveAndDeregister();
        }
        System.out.println(show(p));
        System.out.println("after the end: register " + p.register() + " arrive " + p.arrive() + " arriveAndAwait "
                + p.arriveAndAwaitAdvance() + " awaitAdvance " + p.awaitAdvance(1));
        Phaser q = new Phaser(1);
        q.arriveAndDeregister();
        System.out.println("emptied " + q.isTerminated());
        Phaser r = new Phaser(0);
        try {
            r.arrive();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        try {
            new Phaser(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
        try {
            new Phaser(65535).register();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage().replaceAll("@[0-9a-f]+", "@"));
        }
        Phaser forced = new Phaser(2);
        forced.forceTermination();
        System.out.println(show(forced));
    }

    static void iterations() throws Exception {
        int n = 4;
        List<String> log = new ArrayList<>();
        long[] acc = new long[n];
        Phaser p = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                log.add("advance " + phase + " with " + registered + " sum " + Arrays.stream(acc).sum());
                return phase >= 4 || registered == 0;
            }
        };
        p.register();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            p.register();
            Thread t = new Thread(() -> {
                int rounds = 0;
                do {
                    acc[id] += (long) (id + 1) * p.getPhase();
                    rounds++;
                    // The odd ones leave early.
                    if (id % 2 == 1 && rounds == id + 1) {
                        p.arriveAndDeregister();
                        return;
                    }
                    p.arriveAndAwaitAdvance();
                    // Not by its result: to the last arrival of all it is still the next phase, not a negative number.
                } while (!p.isTerminated());
            });
            threads.add(t);
            t.start();
        }
        p.arriveAndDeregister();
        for (Thread t : threads) {
            t.join();
        }
        for (String line : log) {
            System.out.println(line);
        }
        System.out.println(Arrays.toString(acc) + " terminated " + p.isTerminated());
    }

    static void tiers() throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Phaser root = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                log.add("root " + phase + " registered " + registered);
                return phase == 2;
            }
        };
        Phaser[] leaves = {new Phaser(root), new Phaser(root), new Phaser(root, 0)};
        System.out.println("empty leaves leave the root " + root.getRegisteredParties());
        int[] counts = new int[6];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            leaves[i % 3].register();
        }
        System.out.println("root parties " + root.getRegisteredParties() + " leaf " + leaves[0].getRegisteredParties()
                + " same root " + (leaves[1].getRoot() == root) + " parent " + (leaves[2].getParent() == root)
                + " none " + root.getParent());
        for (int i = 0; i < counts.length; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                Phaser p = leaves[id % 3];
                while (!p.isTerminated()) {
                    counts[id]++;
                    p.arriveAndAwaitAdvance();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(log + " " + Arrays.toString(counts));
        for (Phaser leaf : leaves) {
            System.out.println(leaf.isTerminated() + " " + (leaf.getPhase() < 0) + " "
                    + (leaf.getPhase() + Integer.MIN_VALUE));
        }
        Phaser parent = new Phaser(1);
        Phaser child = new Phaser(parent, 1);
        System.out.println("parent " + parent.getRegisteredParties());
        child.arriveAndDeregister();
        System.out.println("child gone, parent " + parent.getRegisteredParties() + " child ended "
                + child.isTerminated());
    }

    static void waits() throws Exception {
        Phaser p = new Phaser(1);
        try {
            p.awaitAdvanceInterruptibly(0, 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println(e + " still " + show(p));
        }
        String[] out = new String[3];
        Thread a = new Thread(() -> {
            try {
                p.awaitAdvanceInterruptibly(0);
            } catch (InterruptedException e) {
                out[0] = e.toString();
            }
        });
        Thread b = new Thread(() -> {
            int r = p.awaitAdvance(0);
            out[1] = r + " flag " + Thread.currentThread().isInterrupted();
        });
        Thread c = new Thread(() -> {
            try {
                out[2] = "" + p.awaitAdvanceInterruptibly(0, 1, TimeUnit.DAYS);
            } catch (InterruptedException | TimeoutException e) {
                out[2] = e.toString();
            }
        });
        for (Thread t : new Thread[] {a, b, c}) {
            t.start();
            while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
        }
        a.interrupt();
        a.join();
        b.interrupt();
        p.arrive();
        b.join();
        c.join();
        System.out.println(Arrays.toString(out) + " " + show(p));
        Thread d = new Thread(() -> out[0] = "woken by the end " + (p.awaitAdvance(1) < 0));
        d.start();
        while (d.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        p.forceTermination();
        d.join();
        System.out.println(out[0] + " " + p.isTerminated());
    }

    static void oneShotAndLate() throws Exception {
        Phaser p = new Phaser(1);
        int n = 5;
        int[] seen = new int[n];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                p.register();
                seen[id] = p.getPhase();
                p.arriveAndDeregister();
            });
            threads.add(t);
            t.start();
            t.join();
            seen[id] = seen[id] * 10 + p.arrive();
        }
        System.out.println(Arrays.toString(seen) + " " + show(p));
    }

    public static void main(String[] args) throws Exception {
        arithmetic();
        iterations();
        tiers();
        waits();
        oneShotAndLate();
    }
}

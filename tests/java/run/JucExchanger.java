// Exchanger: pairs that swap, buffers that change hands, time-outs and interrupts, and the arena under many threads.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucExchanger {
    static void pair() throws Exception {
        Exchanger<String> x = new Exchanger<>();
        String[] got = new String[2];
        Thread a = new Thread(() -> {
            try {
                got[0] = "";
                for (int i = 0; i < 5; i++) {
                    got[0] += x.exchange("a" + i) + " ";
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        a.start();
        got[1] = "";
        for (int i = 0; i < 5; i++) {
            got[1] += x.exchange("b" + i) + " ";
        }
        a.join();
        System.out.println(Arrays.toString(got));
    }

    static void nulls() throws Exception {
        Exchanger<Object> x = new Exchanger<>();
        Object[] got = {"unset", "unset"};
        Thread a = new Thread(() -> {
            try {
                got[0] = x.exchange(null);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        a.start();
        got[1] = x.exchange(42);
        a.join();
        System.out.println(Arrays.toString(got));
    }

    static void buffers() throws Exception {
        Exchanger<List<Integer>> x = new Exchanger<>();
        int blocks = 20;
        int size = 8;
        long[] sum = new long[1];
        int[] count = new int[1];
        Thread drainer = new Thread(() -> {
            List<Integer> mine = new ArrayList<>();
            try {
                for (int b = 0; b < blocks; b++) {
                    mine = x.exchange(mine);
                    for (int v : mine) {
                        sum[0] += v;
                        count[0]++;
                    }
                    mine.clear();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        drainer.start();
        List<Integer> mine = new ArrayList<>();
        boolean alwaysEmpty = true;
        int next = 0;
        for (int b = 0; b < blocks; b++) {
            while (mine.size() < size) {
                mine.add(next++);
            }
            mine = x.exchange(mine);
            alwaysEmpty &= mine.isEmpty();
        }
        drainer.join();
        System.out.println("sum " + sum[0] + " count " + count[0] + " empty back " + alwaysEmpty);
    }

    static void alone() throws Exception {
        Exchanger<String> x = new Exchanger<>();
        try {
            x.exchange("nobody", 2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("alone " + e);
        }
        try {
            x.exchange("nobody", 0, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.out.println("zero " + e);
        }
        String[] out = new String[2];
        Thread a = new Thread(() -> {
            try {
                out[0] = x.exchange("x");
            } catch (InterruptedException e) {
                out[0] = e + " flag " + Thread.currentThread().isInterrupted();
            }
        });
        a.start();
        while (a.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        a.interrupt();
        a.join();
        Thread b = new Thread(() -> {
            try {
                out[1] = x.exchange("from b", 1, TimeUnit.HOURS);
            } catch (InterruptedException | TimeoutException e) {
                out[1] = e.toString();
            }
        });
        b.start();
        System.out.println("main got " + x.exchange("from main"));
        b.join();
        System.out.println(Arrays.toString(out));
        Thread.currentThread().interrupt();
        try {
            x.exchange("flagged");
        } catch (InterruptedException e) {
            System.out.println("at once " + e + " " + Thread.interrupted());
        }
    }

    // Who meets whom is open, what comes out is not: exchanging only permutes the tokens.
    static void crowd() throws Exception {
        int n = 6;
        int rounds = 40;
        Exchanger<Integer> x = new Exchanger<>();
        int[] holds = new int[n];
        List<Thread> threads = new ArrayList<>();
        int[] met = new int[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            holds[id] = 100 + id;
            Thread t = new Thread(() -> {
                int mine = holds[id];
                for (int r = 0; r < rounds; r++) {
                    try {
                        mine = x.exchange(mine, 2, TimeUnit.MILLISECONDS);
                        met[id]++;
                    } catch (TimeoutException e) {
                        // Its partners may all have finished; the token stays where it is.
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                holds[id] = mine;
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        List<Integer> all = new ArrayList<>();
        for (int h : holds) {
            all.add(h);
        }
        Collections.sort(all);
        System.out.println("tokens " + all + " meetings even " + (Arrays.stream(met).sum() % 2 == 0));
    }

    public static void main(String[] args) throws Exception {
        pair();
        nulls();
        buffers();
        alone();
        crowd();
    }
}

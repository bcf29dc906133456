// LinkedBlockingDeque at both ends: stack, queue, bounded blocking, and a small work-stealing scheme on it.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucBlockingDeque {
    interface Attempt {
        Object run() throws Exception;
    }

    static void attempt(String what, Attempt a) {
        try {
            System.out.println(what + ": " + a.run());
        } catch (Exception e) {
            System.out.println(what + ": " + e);
        }
    }

    static void ends() throws Exception {
        BlockingDeque<Integer> d = new LinkedBlockingDeque<>(4);
        d.putFirst(2);
        d.putLast(3);
        d.push(1);
        d.add(4);
        System.out.println(d + " " + d.remainingCapacity());
        attempt("offerFirst", () -> d.offerFirst(0));
        attempt("offerLast", () -> d.offerLast(5));
        attempt("timed first", () -> d.offerFirst(0, 1, TimeUnit.MILLISECONDS));
        attempt("timed last", () -> d.offerLast(0, 1, TimeUnit.MILLISECONDS));
        attempt("addFirst", () -> {
            d.addFirst(0);
            return d;
        });
        attempt("push", () -> {
            d.push(0);
            return d;
        });
        System.out.println(d.takeFirst() + " " + d.takeLast() + " " + d.pollFirst() + " " + d.pollLast() + " "
                + d.pollFirst() + " " + d.pollLast(1, TimeUnit.MILLISECONDS));
        attempt("getLast", d::getLast);
        attempt("pop", d::pop);
        d.addAll(List.of(5, 6, 5, 7));
        System.out.println(d.removeFirstOccurrence(5) + " " + d + " " + d.removeLastOccurrence(5) + " " + d + " "
                + d.peekFirst() + " " + d.peekLast());
        List<Integer> back = new ArrayList<>();
        for (Iterator<Integer> it = d.descendingIterator(); it.hasNext();) {
            back.add(it.next());
        }
        List<Integer> drained = new ArrayList<>();
        System.out.println(back + " " + d.drainTo(drained, 1) + " " + drained + " " + d);
    }

    static void awaitState(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    static void blocking() throws Exception {
        BlockingDeque<String> d = new LinkedBlockingDeque<>(2);
        String[] got = new String[2];
        Thread first = new Thread(() -> {
            try {
                got[0] = d.takeFirst();
            } catch (InterruptedException e) {
                got[0] = e.toString();
            }
        });
        Thread last = new Thread(() -> {
            try {
                got[1] = d.takeLast();
            } catch (InterruptedException e) {
                got[1] = e.toString();
            }
        });
        first.start();
        awaitState(first, Thread.State.WAITING);
        d.put("x");
        first.join();
        last.start();
        awaitState(last, Thread.State.WAITING);
        last.interrupt();
        last.join();
        d.put("a");
        d.put("b");
        Thread front = new Thread(() -> {
            try {
                d.putFirst("front");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        front.start();
        awaitState(front, Thread.State.WAITING);
        String taken = d.takeLast();
        front.join();
        System.out.println(Arrays.toString(got) + " " + taken + " " + d);
    }

    // Owners push and pop at the front, thieves take from the back; a task splits until it is small.
    static void stealing() throws Exception {
        int n = 3;
        List<LinkedBlockingDeque<int[]>> deques = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            deques.add(new LinkedBlockingDeque<>());
        }
        AtomicInteger pending = new AtomicInteger(1);
        long[] sums = new long[n];
        int[] leaves = new int[n];
        deques.get(0).addFirst(new int[] {0, 1000});
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                while (pending.get() > 0) {
                    int[] range = deques.get(id).pollFirst();
                    for (int k = 1; range == null && k < n; k++) {
                        range = deques.get((id + k) % n).pollLast();
                    }
                    if (range == null) {
                        Thread.yield();
                        continue;
                    }
                    if (range[1] - range[0] > 10) {
                        int mid = range[0] + range[1] >>> 1;
                        pending.addAndGet(2);
                        deques.get(id).addFirst(new int[] {mid, range[1]});
                        deques.get(id).addFirst(new int[] {range[0], mid});
                    } else {
                        leaves[id]++;
                        for (int v = range[0]; v < range[1]; v++) {
                            sums[id] += v;
                        }
                    }
                    pending.decrementAndGet();
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("stolen sum " + Arrays.stream(sums).sum() + " leaves " + Arrays.stream(leaves).sum());
    }

    static void crossing() throws Exception {
        BlockingDeque<Integer> d = new LinkedBlockingDeque<>(3);
        int each = 100;
        long[] sums = new long[2];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean front = i == 0;
            int id = i;
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < each; k++) {
                        if (front) {
                            d.putFirst(k);
                        } else {
                            d.putLast(k * 1000);
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < each; k++) {
                        sums[id] += front ? d.takeLast() : d.takeFirst();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("crossing " + (sums[0] + sums[1]) + " left " + d.size());
    }

    public static void main(String[] args) throws Exception {
        ends();
        blocking();
        stealing();
        crossing();
        attempt("capacity", () -> new LinkedBlockingDeque<String>(0));
    }
}

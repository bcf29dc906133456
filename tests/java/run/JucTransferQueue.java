// LinkedTransferQueue: put that never waits, transfer that always does, and the questions about waiting consumers.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

public class JucTransferQueue {
    static void awaitState(Thread t, Thread.State s) throws InterruptedException {
        while (t.getState() != s) {
            Thread.sleep(1);
        }
    }

    static void asQueue() throws Exception {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        q.put("a");
        q.add("b");
        System.out.println(q.offer("c") + " " + q.offer("d", 1, TimeUnit.DAYS) + " " + q + " " + q.size() + " "
                + q.remainingCapacity() + " " + q.peek());
        System.out.println(q.tryTransfer("x") + " " + q.tryTransfer("x", 1, TimeUnit.MILLISECONDS) + " " + q + " "
                + q.hasWaitingConsumer() + " " + q.getWaitingConsumerCount());
        System.out.println(q.poll() + " " + q.take() + " " + q.remove("d") + " " + q.contains("c") + " " + q + " "
                + q.poll(1, TimeUnit.HOURS) + " " + q.poll() + " " + q.poll(1, TimeUnit.MILLISECONDS) + " "
                + q.isEmpty());
        q.addAll(List.of("p", "q", "r", "s"));
        for (Iterator<String> it = q.iterator(); it.hasNext();) {
            if (it.next().equals("q")) {
                it.remove();
            }
        }
        List<String> drained = new ArrayList<>();
        System.out.println(q.drainTo(drained, 2) + " " + drained + " " + q + " " + Arrays.toString(q.toArray()));
        try {
            q.transfer(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
    }

    static void transfers() throws Exception {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        String[] got = new String[4];
        Thread giver = new Thread(() -> {
            try {
                q.transfer("hand to hand");
                got[0] = "transferred";
            } catch (InterruptedException e) {
                got[0] = e.toString();
            }
        });
        giver.start();
        awaitState(giver, Thread.State.WAITING);
        System.out.println("waiting giver: size " + q.size() + " " + q + " got " + got[0]);
        q.put("behind");
        System.out.println(q.take() + " " + q.take());
        giver.join();
        Thread taker = new Thread(() -> {
            try {
                got[1] = q.take();
                got[2] = q.poll(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                got[1] = e.toString();
            }
        });
        taker.start();
        awaitState(taker, Thread.State.WAITING);
        System.out.println("waiting taker " + q.hasWaitingConsumer() + " " + q.getWaitingConsumerCount()
                + " tryTransfer " + q.tryTransfer("now"));
        awaitState(taker, Thread.State.TIMED_WAITING);
        System.out.println("timed " + q.tryTransfer("soon", 1, TimeUnit.HOURS));
        taker.join();
        Thread stuck = new Thread(() -> {
            try {
                q.transfer("lost");
            } catch (InterruptedException e) {
                got[3] = e + " " + Thread.currentThread().isInterrupted();
            }
        });
        stuck.start();
        awaitState(stuck, Thread.State.WAITING);
        stuck.interrupt();
        stuck.join();
        System.out.println(Arrays.toString(got) + " left " + q + " " + q.poll());
    }

    static void consumersInLine() throws Exception {
        LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
        int[] got = new int[4];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    got[id] = q.take();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
            awaitState(t, Thread.State.WAITING);
        }
        System.out.println("in line " + q.getWaitingConsumerCount() + " size " + q.size());
        for (int i = 0; i < 4; i++) {
            q.transfer(100 + i);
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("served in order " + Arrays.toString(got));
    }

    static void mixed() throws Exception {
        LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();
        int producers = 3;
        int each = 80;
        AtomicLong sum = new AtomicLong();
        AtomicInteger refused = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int id = p;
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < each; k++) {
                        int v = id * 1000 + k;
                        switch (k % 4) {
                            case 0:
                                q.put(v);
                                break;
                            case 1:
                                q.transfer(v);
                                break;
                            case 2:
                                if (!q.tryTransfer(v)) {
                                    refused.incrementAndGet();
                                    q.add(v);
                                }
                                break;
                            default:
                                if (!q.tryTransfer(v, 1, TimeUnit.HOURS)) {
                                    throw new AssertionError("an hour has passed");
                                }
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (int c = 0; c < 2; c++) {
            threads.add(new Thread(() -> {
                try {
                    for (int k = 0; k < producers * each / 2; k++) {
                        sum.addAndGet(q.take());
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
        System.out.println("mixed " + sum + " left " + q + " refusals within "
                + (refused.get() <= producers * each / 4));
    }

    static void perProducerOrder() throws Exception {
        LinkedTransferQueue<String> q = new LinkedTransferQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (char name : new char[] {'a', 'b', 'c'}) {
            Thread t = new Thread(() -> {
                for (int k = 0; k < 10; k++) {
                    q.put(name + "" + k);
                }
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        List<String> all = new ArrayList<>();
        q.drainTo(all);
        for (char name : new char[] {'a', 'b', 'c'}) {
            List<String> mine = new ArrayList<>(all);
            mine.removeIf(s -> s.charAt(0) != name);
            System.out.print(mine + " ");
        }
        Collections.sort(all);
        System.out.println(all.size());
    }

    public static void main(String[] args) throws Exception {
        asQueue();
        transfers();
        consumersInLine();
        mixed();
        perProducerOrder();
    }
}

// Readers and writers, the sleeping barber, cigarette smokers, the roller coaster, building water, the unisex
// bathroom: scheduling puzzles whose counts are fixed whatever the schedule.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class JucClassicProblems {
    interface Body {
        void run(int id) throws Exception;
    }

    static List<Thread> start(int n, Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                try {
                    body.run(id);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            threads.add(t);
            t.start();
        }
        return threads;
    }

    static void join(List<Thread> threads) throws InterruptedException {
        for (Thread t : threads) {
            t.join();
        }
    }

    static void readersWriters() throws Exception {
        Semaphore turnstile = new Semaphore(1);
        Semaphore roomEmpty = new Semaphore(1);
        Semaphore mutex = new Semaphore(1);
        int[] readers = new int[1];
        AtomicInteger reading = new AtomicInteger();
        AtomicInteger writing = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        int[] version = new int[1];
        List<Thread> threads = start(6, id -> {
            for (int k = 0; k < 30; k++) {
                turnstile.acquire();
                if (id < 2) {
                    roomEmpty.acquire();
                    if (writing.incrementAndGet() != 1 || reading.get() != 0) {
                        wrong.incrementAndGet();
                    }
                    version[0]++;
                    writing.decrementAndGet();
                    turnstile.release();
                    roomEmpty.release();
                } else {
                    turnstile.release();
                    mutex.acquire();
                    if (++readers[0] == 1) {
                        roomEmpty.acquire();
                    }
                    mutex.release();
                    reading.incrementAndGet();
                    int before = version[0];
                    Thread.yield();
                    if (writing.get() != 0 || version[0] != before) {
                        wrong.incrementAndGet();
                    }
                    reading.decrementAndGet();
                    mutex.acquire();
                    if (--readers[0] == 0) {
                        roomEmpty.release();
                    }
                    mutex.release();
                }
            }
        });
        join(threads);
        System.out.println("readers and writers: version " + version[0] + " wrong " + wrong);
    }

    static final class Customer {
        final int id;
        final CountDownLatch shaved = new CountDownLatch(1);

        Customer(int id) {
            this.id = id;
        }
    }

    static void sleepingBarber() throws Exception {
        ArrayBlockingQueue<Customer> chairs = new ArrayBlockingQueue<>(3);
        AtomicInteger haircuts = new AtomicInteger();
        AtomicInteger turnedAway = new AtomicInteger();
        int customers = 40;
        Thread barber = new Thread(() -> {
            try {
                while (true) {
                    Customer c = chairs.take();
                    haircuts.incrementAndGet();
                    c.shaved.countDown();
                }
            } catch (InterruptedException e) {
                // The shop closes.
            }
        });
        barber.start();
        join(start(4, id -> {
            for (int k = 0; k < customers / 4; k++) {
                Customer c = new Customer(id * 100 + k);
                if (chairs.offer(c)) {
                    c.shaved.await();
                } else {
                    turnedAway.incrementAndGet();
                }
            }
        }));
        barber.interrupt();
        barber.join();
        System.out.println("barber: all served or turned away " + (haircuts.get() + turnedAway.get() == customers)
                + " chairs " + chairs.size() + " served some " + (haircuts.get() > 0));
    }

    static void smokers() throws Exception {
        String[] things = {"tobacco", "paper", "matches"};
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        int[] missing = {-1};
        boolean[] closed = new boolean[1];
        int[] smoked = new int[3];
        List<Thread> smokers = start(3, id -> {
            lock.lock();
            try {
                while (true) {
                    while (missing[0] != id && !closed[0]) {
                        changed.await();
                    }
                    if (missing[0] != id) {
                        return;
                    }
                    smoked[id]++;
                    missing[0] = -1;
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        });
        int x = 17;
        int[] expected = new int[3];
        for (int round = 0; round < 60; round++) {
            x = x * 1103515245 + 12345;
            int without = (x >>> 16) % 3;
            expected[without]++;
            lock.lock();
            try {
                while (missing[0] != -1) {
                    changed.await();
                }
                missing[0] = without;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
        lock.lock();
        while (missing[0] != -1) {
            changed.await();
        }
        closed[0] = true;
        changed.signalAll();
        lock.unlock();
        join(smokers);
        System.out.println("smokers " + Arrays.toString(things) + " " + Arrays.toString(smoked) + " as dealt "
                + Arrays.equals(smoked, expected));
    }

    static void rollerCoaster() throws Exception {
        int seats = 3;
        int rides = 6;
        Semaphore board = new Semaphore(0);
        Semaphore unboard = new Semaphore(0);
        CyclicBarrier allAboard = new CyclicBarrier(seats + 1);
        CyclicBarrier allOff = new CyclicBarrier(seats + 1);
        AtomicInteger aboard = new AtomicInteger();
        List<String> log = new ArrayList<>();
        // One ride each: with more, the last rides could be left to fewer passengers than there are seats.
        List<Thread> passengers = start(seats * rides, id -> {
            board.acquire();
            aboard.incrementAndGet();
            allAboard.await();
            unboard.acquire();
            aboard.decrementAndGet();
            allOff.await();
        });
        Thread car = new Thread(() -> {
            try {
                for (int r = 0; r < rides; r++) {
                    board.release(seats);
                    allAboard.await();
                    log.add(r + ":" + aboard.get());
                    unboard.release(seats);
                    allOff.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new AssertionError(e);
            }
        });
        car.start();
        car.join();
        join(passengers);
        System.out.println("coaster " + log + " left aboard " + aboard);
    }

    static void water() throws Exception {
        Semaphore hydrogen = new Semaphore(2);
        Semaphore oxygen = new Semaphore(1);
        StringBuffer atoms = new StringBuffer();
        CyclicBarrier bond = new CyclicBarrier(3, () -> atoms.append('.'));
        int molecules = 12;
        join(start(molecules * 3, id -> {
            if (id % 3 == 0) {
                oxygen.acquire();
                atoms.append('O');
                bond.await();
                oxygen.release();
            } else {
                hydrogen.acquire();
                atoms.append('H');
                bond.await();
                hydrogen.release();
            }
        }));
        int good = 0;
        for (String m : atoms.toString().split("\\.")) {
            char[] c = m.toCharArray();
            Arrays.sort(c);
            good += new String(c).equals("HHO") ? 1 : 0;
        }
        System.out.println("water " + good + " molecules of " + molecules);
    }

    static void bathroom() throws Exception {
        Object monitor = new Object();
        int[] inside = new int[2];
        int[] most = new int[1];
        int[] mixed = new int[1];
        join(start(6, id -> {
            int mine = id % 2;
            for (int k = 0; k < 20; k++) {
                synchronized (monitor) {
                    while (inside[1 - mine] > 0 || inside[mine] == 2) {
                        monitor.wait();
                    }
                    inside[mine]++;
                    most[0] = Math.max(most[0], inside[0] + inside[1]);
                    if (inside[0] > 0 && inside[1] > 0) {
                        mixed[0]++;
                    }
                }
                Thread.yield();
                synchronized (monitor) {
                    inside[mine]--;
                    monitor.notifyAll();
                }
            }
        }));
        System.out.println("bathroom mixed " + mixed[0] + " within " + (most[0] <= 2) + " inside "
                + Arrays.toString(inside));
    }

    public static void main(String[] args) throws Exception {
        readersWriters();
        sleepingBarber();
        smokers();
        rollerCoaster();
        water();
        bathroom();
    }
}

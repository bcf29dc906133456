// StampedLock: the three modes, validation of optimistic reads, every conversion, views, timed and interrupted forms.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class JucStampedLock {
    static String plain(Object o) {
        return o.toString().replaceAll("@[0-9a-f]+", "@");
    }

    static String kind(long s) {
        return s == 0 ? "none" : StampedLock.isWriteLockStamp(s) ? "write" : StampedLock.isReadLockStamp(s) ? "read"
                : StampedLock.isOptimisticReadStamp(s) ? "optimistic" : "?";
    }

    static void state(String when, StampedLock l) {
        System.out.println(when + ": read " + l.isReadLocked() + " write " + l.isWriteLocked() + " readers "
                + l.getReadLockCount() + " " + plain(l));
    }

    static final class Point {
        private final StampedLock l = new StampedLock();
        private int x;
        private int y;

        void move(int dx, int dy) {
            long s = l.writeLock();
            try {
                x += dx;
                Thread.yield();
                y += dy;
            } finally {
                l.unlockWrite(s);
            }
        }

        int[] read() {
            long s = l.tryOptimisticRead();
            int cx = x;
            int cy = y;
            if (!l.validate(s)) {
                s = l.readLock();
                try {
                    cx = x;
                    cy = y;
                } finally {
                    l.unlockRead(s);
                }
            }
            return new int[] {cx, cy};
        }

        boolean moveIfAt(int ox, int nx, int ny) {
            long s = l.readLock();
            try {
                while (x == ox) {
                    long w = l.tryConvertToWriteLock(s);
                    if (w != 0) {
                        s = w;
                        x = nx;
                        y = ny;
                        return true;
                    }
                    l.unlockRead(s);
                    s = l.writeLock();
                }
                return false;
            } finally {
                l.unlock(s);
            }
        }
    }

    static void point() throws Exception {
        Point p = new Point();
        int[] torn = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(new Thread(() -> {
                for (int k = 0; k < 200; k++) {
                    p.move(3, 3);
                }
            }));
        }
        Thread reader = new Thread(() -> {
            for (int k = 0; k < 400; k++) {
                int[] xy = p.read();
                if (xy[0] != xy[1]) {
                    torn[0]++;
                }
            }
        });
        threads.add(reader);
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("point " + p.x + "," + p.y + " torn " + torn[0]);
        System.out.println("moveIfAt " + p.moveIfAt(0, 1, 1) + " " + p.moveIfAt(1200, 7, 8) + " -> " + p.x + "," + p.y);
        int[] winners = new int[4];
        List<Thread> racers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            Thread t = new Thread(() -> winners[id] = p.moveIfAt(7, 100, 100) ? 1 : 0);
            racers.add(t);
            t.start();
        }
        for (Thread t : racers) {
            t.join();
        }
        System.out.println("one winner " + (winners[0] + winners[1] + winners[2] + winners[3]) + " at " + p.x);
    }

    static void modes() {
        StampedLock l = new StampedLock();
        state("fresh", l);
        long o = l.tryOptimisticRead();
        System.out.println("optimistic " + kind(o) + " valid " + l.validate(o) + " zero " + l.validate(0));
        long r1 = l.readLock();
        long r2 = l.tryReadLock();
        System.out.println(kind(r1) + " " + kind(r2) + " optimistic still " + l.validate(o) + " read valid "
                + l.validate(r1) + " lock? " + StampedLock.isLockStamp(r1) + " " + StampedLock.isLockStamp(o));
        state("two readers", l);
        System.out.println("writer refused " + l.tryWriteLock());
        l.unlockRead(r1);
        l.unlock(r2);
        long w = l.writeLock();
        System.out.println(kind(w) + " old optimistic " + l.validate(o) + " new " + l.tryOptimisticRead() + " own "
                + l.validate(w) + " not reentrant " + l.tryWriteLock() + " " + l.tryReadLock());
        state("writer", l);
        l.unlockWrite(w);
        System.out.println("stale write stamp " + l.validate(w) + " optimistic " + l.validate(o));
    }

    static void conversions() {
        StampedLock l = new StampedLock();
        long o = l.tryOptimisticRead();
        long r = l.tryConvertToReadLock(o);
        System.out.println("optimistic->read " + kind(r));
        System.out.println("read->read same " + (l.tryConvertToReadLock(r) == r));
        long w = l.tryConvertToWriteLock(r);
        System.out.println("read->write " + kind(w) + " same again " + (l.tryConvertToWriteLock(w) == w));
        long r2 = l.tryConvertToReadLock(w);
        System.out.println("write->read " + kind(r2) + " readers " + l.getReadLockCount());
        long second = l.readLock();
        System.out.println("read->write with two readers " + kind(l.tryConvertToWriteLock(r2)));
        long o2 = l.tryConvertToOptimisticRead(second);
        System.out.println("read->optimistic " + kind(o2) + " readers " + l.getReadLockCount());
        long w2 = l.tryConvertToWriteLock(r2);
        System.out.println("now " + kind(w2) + " optimistic valid " + l.validate(o2));
        long o3 = l.tryConvertToOptimisticRead(w2);
        System.out.println("write->optimistic " + kind(o3) + " valid " + l.validate(o3));
        System.out.println("stale conversions " + l.tryConvertToWriteLock(w2) + " " + l.tryConvertToReadLock(o2) + " "
                + l.tryConvertToOptimisticRead(w2));
        long w3 = l.tryConvertToWriteLock(o3);
        System.out.println("optimistic->write " + kind(w3));
        for (String what : new String[] {"unlockRead", "unlockWrite", "unlock"}) {
            try {
                switch (what) {
                    case "unlockRead":
                        l.unlockRead(w3);
                        break;
                    case "unlockWrite":
                        l.unlockWrite(o3);
                        break;
                    default:
                        l.unlock(12345);
                }
                System.out.println(what + " passed");
            } catch (IllegalMonitorStateException e) {
                System.out.println(what + " wrong stamp: " + e);
            }
        }
        System.out.println("tryUnlockRead " + l.tryUnlockRead() + " tryUnlockWrite " + l.tryUnlockWrite() + " again "
                + l.tryUnlockWrite());
    }

    static void awaitBlocked(Thread t) throws InterruptedException {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
    }

    static void blocking() throws Exception {
        StampedLock l = new StampedLock();
        String[] out = new String[5];
        long w = l.writeLock();
        Thread reader = new Thread(() -> {
            long s = l.readLock();
            out[0] = kind(s);
            l.unlockRead(s);
        });
        Thread interrupted = new Thread(() -> {
            try {
                l.readLockInterruptibly();
            } catch (InterruptedException e) {
                out[1] = e.toString();
            }
        });
        Thread interruptedWriter = new Thread(() -> {
            try {
                l.tryWriteLock(1, TimeUnit.HOURS);
            } catch (InterruptedException e) {
                out[2] = e.toString();
            }
        });
        Thread late = new Thread(() -> {
            try {
                out[3] = kind(l.tryReadLock(3, TimeUnit.MILLISECONDS)) + " "
                        + kind(l.tryWriteLock(3, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                out[3] = e.toString();
            }
        });
        late.start();
        late.join();
        for (Thread t : new Thread[] {reader, interrupted, interruptedWriter}) {
            t.start();
            awaitBlocked(t);
        }
        interrupted.interrupt();
        interrupted.join();
        interruptedWriter.interrupt();
        interruptedWriter.join();
        System.out.println("reader blocked " + reader.isAlive());
        l.unlockWrite(w);
        reader.join();
        for (int i = 0; i < 4; i++) {
            System.out.println(i + " " + out[i]);
        }
    }

    static void views() throws Exception {
        StampedLock l = new StampedLock();
        ReadWriteLock rw = l.asReadWriteLock();
        Lock w = l.asWriteLock();
        Lock r = l.asReadLock();
        rw.readLock().lock();
        System.out.println("view read " + l.getReadLockCount() + " try " + r.tryLock() + " write " + w.tryLock());
        r.unlock();
        r.unlock();
        w.lock();
        System.out.println("view write " + l.isWriteLocked() + " read "
                + rw.readLock().tryLock(1, TimeUnit.MILLISECONDS));
        rw.writeLock().unlock();
        try {
            w.newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println(e);
        }
        try {
            r.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e);
        }
        state("end", l);
    }

    public static void main(String[] args) throws Exception {
        point();
        modes();
        conversions();
        blocking();
        views();
    }
}

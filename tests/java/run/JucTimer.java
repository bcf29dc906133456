// Timer and TimerTask: order of delays, fixed rate and delay, cancellation in all its ways, a task that kills its
// timer; and the conversions of TimeUnit and the bounds of ThreadLocalRandom.

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucTimer {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            @Override
            public void run() {
                r.run();
            }
        };
    }

    static void order() throws Exception {
        Timer timer = new Timer("clock", true);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(5);
        for (int d : new int[] {600, 200, 800, 0, 400}) {
            timer.schedule(task(() -> {
                log.add(d + " " + Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
                done.countDown();
            }), d);
        }
        done.await();
        System.out.println(log);
        CountDownLatch past = new CountDownLatch(1);
        timer.schedule(task(past::countDown), new Date(1000));
        past.await();
        System.out.println("the past is now");
        timer.cancel();
    }

    static void periods() throws Exception {
        Timer timer = new Timer();
        CountDownLatch rate = new CountDownLatch(4);
        CountDownLatch delay = new CountDownLatch(3);
        TimerTask fixedRate = task(rate::countDown);
        TimerTask fixedDelay = task(delay::countDown);
        timer.scheduleAtFixedRate(fixedRate, 0, 2);
        timer.schedule(fixedDelay, 1, 2);
        rate.await();
        delay.await();
        System.out.println("cancel " + fixedRate.cancel() + " again " + fixedRate.cancel() + " " + fixedDelay.cancel());
        // Both were cancelled while queued or running; what is cancelled is purged or was dropped already.
        int purged = timer.purge();
        System.out.println("purged within " + (purged >= 0 && purged <= 2) + " again " + timer.purge());
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch last = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                if (runs.incrementAndGet() == 3) {
                    System.out.println("cancels itself " + cancel());
                    last.countDown();
                }
            }
        }, 0, 1);
        last.await();
        CountDownLatch after = new CountDownLatch(1);
        timer.schedule(task(after::countDown), 5);
        after.await();
        System.out.println("runs " + runs);
        timer.cancel();
        timer.cancel();
        try {
            timer.schedule(task(() -> { }), 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void refusals() {
        Timer timer = new Timer(true);
        TimerTask once = task(() -> { });
        timer.schedule(once, 3_600_000);
        for (int i = 0; i < 6; i++) {
            try {
                switch (i) {
                    case 0:
                        timer.schedule(once, 5);
                        break;
                    case 1:
                        timer.schedule(task(() -> { }), -5);
                        break;
                    case 2:
                        timer.schedule(task(() -> { }), 1, 0);
                        break;
                    case 3:
                        timer.schedule(task(() -> { }), new Date(-1));
                        break;
                    case 4:
                        timer.schedule(null, 5);
                        break;
                    default:
                        new Timer((String) null);
                }
                System.out.println(i + " accepted");
            } catch (RuntimeException e) {
                System.out.println(i + " " + e.getClass().getSimpleName()
                        + (e instanceof NullPointerException ? "" : " " + e.getMessage()));
            }
        }
        System.out.println("cancel scheduled " + once.cancel() + " unscheduled " + task(() -> { }).cancel());
        timer.cancel();
    }

    static void killed() throws Exception {
        Thread[] thread = new Thread[1];
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch ready = new CountDownLatch(1);
        Timer timer = new Timer("doomed");
        timer.schedule(task(() -> {
            thread[0] = Thread.currentThread();
            thread[0].setUncaughtExceptionHandler((t, e) -> seen.add(t.getName() + " " + e.getMessage()));
            ready.countDown();
        }), 0);
        ready.await();
        timer.schedule(task(() -> {
            throw new IllegalStateException("task failed");
        }), 0);
        thread[0].join();
        try {
            timer.schedule(task(() -> { }), 0);
        } catch (IllegalStateException e) {
            System.out.println(seen + " " + e.getMessage());
        }
    }

    static void units() throws Exception {
        for (TimeUnit u : TimeUnit.values()) {
            System.out.println(u + " " + u.toNanos(3) + " " + u.toMicros(3) + " " + u.toMillis(100_000) + " "
                    + u.toSeconds(100_000) + " " + u.toMinutes(-100_000) + " " + u.toHours(100_000_000) + " "
                    + u.toDays(Long.MAX_VALUE) + " " + u.toChronoUnit());
        }
        System.out.println(TimeUnit.DAYS.toNanos(Long.MAX_VALUE) + " " + TimeUnit.DAYS.toNanos(-Long.MAX_VALUE) + " "
                + TimeUnit.SECONDS.convert(2, TimeUnit.HOURS) + " " + TimeUnit.HOURS.convert(7199, TimeUnit.SECONDS) + " "
                + TimeUnit.MILLISECONDS.convert(Duration.ofSeconds(3, 5_999_999)) + " "
                + TimeUnit.of(ChronoUnit.MINUTES) + " " + TimeUnit.valueOf("MICROSECONDS").ordinal());
        long before = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(3);
        TimeUnit.NANOSECONDS.sleep(0);
        TimeUnit.SECONDS.sleep(-4);
        System.out.println("slept " + (System.nanoTime() - before >= 3_000_000));
        Thread t = new Thread(() -> { });
        t.start();
        TimeUnit.HOURS.timedJoin(t, 1);
        Object lock = new Object();
        synchronized (lock) {
            TimeUnit.MILLISECONDS.timedWait(lock, 1);
        }
        System.out.println("joined " + !t.isAlive());
    }

    static void random() throws Exception {
        boolean[] fine = new boolean[3];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            Thread t = new Thread(() -> {
                ThreadLocalRandom r = ThreadLocalRandom.current();
                boolean ok = r == ThreadLocalRandom.current();
                for (int k = 0; k < 200; k++) {
                    int a = r.nextInt(10);
                    int b = r.nextInt(-5, 6);
                    long c = r.nextLong(1L << 40);
                    double d = r.nextDouble(2.0, 3.0);
                    float f = r.nextFloat();
                    ok &= a >= 0 && a < 10 && b >= -5 && b < 6 && c >= 0 && c < 1L << 40 && d >= 2 && d < 3 && f >= 0
                            && f < 1;
                }
                ok &= r.ints(100, 0, 7).allMatch(v -> v >= 0 && v < 7) && r.doubles(50).allMatch(v -> v < 1);
                fine[id] = ok;
            });
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(Arrays.toString(fine));
        try {
            ThreadLocalRandom.current().setSeed(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("no seed");
        }
        try {
            ThreadLocalRandom.current().nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            ThreadLocalRandom.current().nextInt(5, 5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        order();
        periods();
        refusals();
        killed();
        units();
        random();
    }
}

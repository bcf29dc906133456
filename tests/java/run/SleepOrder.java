// Sleeps and timed waits decide the order of events when nothing else does; only the order is printed.
import java.util.*;

public class SleepOrder {
    public static void main(String[] args) throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Thread> ts = new ArrayList<>();
        for (int ms : new int[] {900, 150, 600, 300, 450, 750}) {
            Thread t = new Thread(() -> {
                try {
                    Thread.sleep(ms);
                } catch (InterruptedException e) {}
                log.add("s" + ms);
            });
            t.start();
            ts.add(t);
        }
        Object o = new Object();
        Thread w = new Thread(() -> {
            synchronized (o) {
                try {
                    o.wait(1050);
                } catch (InterruptedException e) {}
            }
            log.add("timed wait");
        });
        w.start();
        ts.add(w);
        Thread p = new Thread(() -> {
            java.util.concurrent.locks.LockSupport.parkNanos(1_200_000_000L);
            log.add("parked");
        });
        p.start();
        ts.add(p);
        Thread j = new Thread(() -> {
            try {
                p.join(10_000);
            } catch (InterruptedException e) {}
            log.add("joined");
        });
        j.start();
        ts.add(j);
        for (Thread t : ts) t.join();
        System.out.println(log);
        long t0 = System.nanoTime(), m0 = System.currentTimeMillis();
        Thread.sleep(50);
        long t1 = System.nanoTime(), m1 = System.currentTimeMillis();
        System.out.println((t1 - t0 >= 49_000_000L) + " " + (m1 - m0 >= 49));
        Thread late = new Thread(() -> {
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) { System.out.println("woken early"); }
        });
        late.start();
        Thread.sleep(20);
        late.interrupt();
        late.join();
        Thread d = new Thread(() -> {
            while (true) try {
                    Thread.sleep(10_000_000);
                } catch (InterruptedException e) {}
        });
        d.setDaemon(true);
        d.start();
        d.join(30);
        System.out.println(d.isAlive());
        long total = 0;
        for (int i = 0; i < 5; i++) {
            long a = System.nanoTime();
            java.util.concurrent.TimeUnit.MILLISECONDS.sleep(2);
            total += System.nanoTime() - a >= 1_900_000 ? 1 : 0;
        }
        System.out.println(total);
    }
}

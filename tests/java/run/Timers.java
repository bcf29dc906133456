// java.util.Timer: one thread, order by due time, periodic tasks, cancellation, exceptions killing the timer, purge; only relative order is printed.
import java.util.*;
import java.util.concurrent.*;

public class Timers {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            @Override
            public void run() {
                r.run();
            }
        };
    }
    public static void main(String[] args) throws Exception {
        Timer t = new Timer("ticker");
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch done = new CountDownLatch(6);
        t.schedule(task(() -> {
            log.add("now");
            done.countDown();
        }),
            0);
        for (int d : new int[] {750, 150, 450, 300, 600})
            t.schedule(task(() -> {
                log.add("t" + d + "@" + Thread.currentThread().getName());
                done.countDown();
            }),
                d);
        done.await();
        System.out.println(log);
        log.clear();
        CountDownLatch five = new CountDownLatch(5);
        TimerTask rep = new TimerTask() {
            int n;
            @Override
            public void run() {
                log.add("tick" + n++);
                five.countDown();
                if (n == 5) cancel();
            }
        };
        t.schedule(rep, 5, 20);
        five.await();
        Thread.sleep(60);
        System.out.println(log + " " + rep.cancel());
        CountDownLatch fixed = new CountDownLatch(3);
        TimerTask fr = task(fixed::countDown);
        t.scheduleAtFixedRate(fr, 1, 10);
        fixed.await();
        System.out.println(fr.cancel() + " " + fr.cancel());
        TimerTask never = task(() -> System.out.println("never"));
        Timer idle = new Timer(true);
        idle.schedule(never, 1_000_000);
        System.out.println(never.cancel() + " " + idle.purge() + idle.purge());
        try {
            t.schedule(never, 1);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        try {
            t.schedule(task(() -> {}), -1);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try {
            t.schedule(task(() -> {}), 1, 0);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        t.cancel();
        t.cancel();
        try {
            t.schedule(task(() -> {}), 1);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Timer dying = new Timer("dying");
        Thread[] th = new Thread[1];
        CountDownLatch started = new CountDownLatch(1);
        dying.schedule(task(() -> {
            th[0] = Thread.currentThread();
            th[0].setUncaughtExceptionHandler((x, e) -> System.out.println(x.getName() + " died of " + e.getMessage()));
            started.countDown();
            throw new IllegalStateException("task failed");
        }),
            1);
        started.await();
        th[0].join();
        try {
            dying.schedule(task(() -> {}), 1);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        Timer daemon = new Timer(true);
        daemon.schedule(task(() -> System.out.println("daemon never fires")), 1_000_000);
        Timer order = new Timer();
        CountDownLatch od = new CountDownLatch(3);
        StringBuffer sb = new StringBuffer();
        long base = System.currentTimeMillis() + 200;
        for (int i = 0; i < 3; i++) {
            int k = i;
            order.schedule(task(() -> {
                sb.append(k);
                od.countDown();
            }),
                new Date(base + (2 - k) * 150));
        }
        od.await();
        order.cancel();
        System.out.println(sb);
    }
}

// Thread groups: the tree, enumeration at known points, priorities, uncaught exceptions through a group's own
// handler, interrupting a group.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public class JucThreadGroups {
    static List<String> threadNames(ThreadGroup g, boolean recurse) {
        Thread[] threads = new Thread[20];
        int n = g.enumerate(threads, recurse);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            names.add(threads[i].getName());
        }
        Collections.sort(names);
        return names;
    }

    static List<String> groupNames(ThreadGroup g, boolean recurse) {
        ThreadGroup[] groups = new ThreadGroup[20];
        int n = g.enumerate(groups, recurse);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            names.add(groups[i].getName());
        }
        Collections.sort(names);
        return names;
    }

    static Thread waiter(ThreadGroup g, String name, CountDownLatch ready, CountDownLatch hold, List<String> log) {
        Thread t = new Thread(g, () -> {
            ready.countDown();
            try {
                hold.await();
            } catch (InterruptedException e) {
                log.add(name + " interrupted");
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        System.out.println(main.getName() + " parent " + main.getParent().getName() + " root "
                + main.getParent().getParent() + " max " + main.getMaxPriority() + " daemon " + main.isDaemon());
        ThreadGroup a = new ThreadGroup("a");
        ThreadGroup b = new ThreadGroup(a, "b");
        ThreadGroup c = new ThreadGroup(a, "c");
        System.out.println(a + " " + b);
        System.out.println(a.parentOf(b) + " " + b.parentOf(a) + " " + a.parentOf(a) + " " + main.parentOf(c));
        CountDownLatch ready = new CountDownLatch(4);
        CountDownLatch hold = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        threads.add(waiter(a, "a1", ready, hold, log));
        threads.add(waiter(b, "b1", ready, hold, log));
        threads.add(waiter(b, "b2", ready, hold, log));
        threads.add(waiter(c, "c1", ready, hold, log));
        ready.await();
        System.out.println("all " + threadNames(a, true) + " own " + threadNames(a, false) + " groups "
                + groupNames(a, true) + " counts " + a.activeCount() + " " + a.activeGroupCount() + " "
                + b.activeCount() + " " + c.activeGroupCount());
        Thread[] small = new Thread[2];
        System.out.println("a short array takes what fits " + a.enumerate(small) + " " + (small[1] != null));
        System.out.println("main's own " + threadNames(main, false).contains("main") + " and below "
                + threadNames(main, true).containsAll(Arrays.asList("main", "a1", "b1", "b2", "c1")));
        b.interrupt();
        threads.get(1).join();
        threads.get(2).join();
        Collections.sort(log);
        System.out.println(log + " left " + threadNames(a, true));
        hold.countDown();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println("after " + threadNames(a, true) + " " + a.activeCount() + " " + threads.get(0)
                .getThreadGroup());
        c.setMaxPriority(3);
        Thread low = new Thread(c, () -> { }, "low");
        low.setPriority(9);
        System.out.println("priority capped " + low.getPriority() + " " + c.getMaxPriority());
        b.setMaxPriority(20);
        System.out.println("refused silently " + b.getMaxPriority());
        Thread inherits = new Thread(() -> { });
        System.out.println("inherits " + inherits.getThreadGroup().getName());
        Thread[] child = new Thread[1];
        Thread parent = new Thread(c, () -> child[0] = new Thread(() -> { }), "parent");
        parent.start();
        parent.join();
        System.out.println("child's group " + child[0].getThreadGroup().getName() + " priority "
                + child[0].getPriority());
        List<String> caught = Collections.synchronizedList(new ArrayList<>());
        ThreadGroup catching = new ThreadGroup("catching") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                caught.add(t.getName() + " " + e.getMessage());
            }
        };
        ThreadGroup below = new ThreadGroup(catching, "below");
        Thread x = new Thread(catching, () -> {
            throw new IllegalStateException("one");
        }, "x");
        Thread y = new Thread(below, () -> {
            throw new IllegalStateException("two");
        }, "y");
        x.start();
        x.join();
        y.start();
        y.join();
        System.out.println(caught + " handler of a live thread is its group "
                + (new Thread(below, () -> { }).getUncaughtExceptionHandler() == below));
        try {
            new ThreadGroup(null, "no parent");
        } catch (NullPointerException e) {
            System.out.println("null parent");
        }
        System.out.println(new Thread(a, "named").getThreadGroup() == a);
        StringBuilder classes = new StringBuilder();
        for (ThreadGroup g = below; g != null; g = g.getParent()) {
            classes.append(g.getName()).append(g.getParent() == null ? "" : " < ");
        }
        System.out.println(classes);
    }
}

// java.lang.management: threads, their states and locks, deadlocks of monitors and of locks, memory, run time.
import java.lang.management.*;
import java.util.*;
import java.util.concurrent.locks.ReentrantLock;

public class ManagementBeans {
    static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new RuntimeException(e);
        }
    }

    static void daemon(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.setDaemon(true);
        t.start();
    }

    static void show(ThreadMXBean bean, long[] ids) {
        if (ids == null) {
            System.out.println("no deadlock");
            return;
        }
        Arrays.sort(ids);
        for (ThreadInfo i : bean.getThreadInfo(ids)) {
            System.out.println(i.getThreadName() + " " + i.getThreadState() + " by " + i.getLockOwnerName() + " for "
                + i.getLockInfo().getClassName() + " " + i.getStackTrace().length);
        }
    }

    public static void main(String[] args) {
        ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        show(bean, bean.findDeadlockedThreads());
        Object a = new Object(), b = new Object();
        daemon("one", () -> {
            synchronized (a) {
                pause();
                synchronized (b) {
                    System.out.println("unreachable");
                }
            }
        });
        daemon("two", () -> {
            synchronized (b) {
                pause();
                synchronized (a) {
                    System.out.println("unreachable");
                }
            }
        });
        ReentrantLock x = new ReentrantLock(), y = new ReentrantLock();
        daemon("three", () -> {
            x.lock();
            pause();
            y.lock();
        });
        daemon("four", () -> {
            y.lock();
            pause();
            x.lock();
        });
        pause();
        pause();
        pause();
        show(bean, bean.findMonitorDeadlockedThreads());
        show(bean, bean.findDeadlockedThreads());
        ThreadInfo self = bean.getThreadInfo(Thread.currentThread().getId(), 100);
        System.out.println(self.getThreadName() + " " + self.getThreadState() + " " + self.getLockName() + " " + (self.getStackTrace().length > 0));
        System.out.println(bean.getThreadCount() >= 5);
        System.out.println(bean.dumpAllThreads(false, false).length >= 5);
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        System.out.println(heap.getUsed() <= heap.getMax());
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        System.out.println(runtime.getName().contains("@") + " " + (runtime.getUptime() >= 0) + " " + runtime.getSpecVersion().equals(System.getProperty("java.specification.version")));
        System.out.println(ManagementFactory.getOperatingSystemMXBean().getName() + " " + (ManagementFactory.getClassLoadingMXBean().getLoadedClassCount() > 100));
    }
}

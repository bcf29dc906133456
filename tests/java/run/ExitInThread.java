// exit from another thread while main blocks; hooks see the program's state, threads that never end do not hold the exit, removed hooks do not run.
public class ExitInThread {
    static volatile int state;
    public static void main(String[] args) throws Exception {
        Thread removed = new Thread(() -> System.out.println("removed hook ran"));
        Runtime rt = Runtime.getRuntime();
        rt.addShutdownHook(removed);
        System.out.println(rt.removeShutdownHook(removed) + " " + rt.removeShutdownHook(removed));
        Thread hook = new Thread(() -> {
            System.out.println("state " + state);
            try {
                rt.addShutdownHook(new Thread());
            } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
            throw new RuntimeException("in hook");
        }, "hook");
        hook.setUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e.getMessage()));
        rt.addShutdownHook(hook);
        try {
            rt.addShutdownHook(hook);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Thread spinner = new Thread(() -> {
            synchronized (ExitInThread.class) {
                while (true) try {
                        ExitInThread.class.wait();
                    } catch (InterruptedException e) {}
            }
        });
        spinner.start();
        Thread exiter = new Thread(() -> {
            state = 7;
            System.exit(3);
        });
        exiter.start();
        exiter.join();
        System.out.println("never");
    }
}

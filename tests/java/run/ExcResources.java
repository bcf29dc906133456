// try-with-resources: closing order, suppressed exceptions, null resources, failing opens and closes, effectively final variables.
public class ExcResources {
    static class Res implements AutoCloseable {
        final String name;
        final boolean failClose;
        Res(String name, boolean failOpen, boolean failClose) {
            this.name = name;
            this.failClose = failClose;
            System.out.print("open " + name + "; ");
            if (failOpen) throw new IllegalStateException("open " + name);
        }
        @Override
        public void close() throws java.io.IOException {
            System.out.print("close " + name + "; ");
            if (failClose) throw new java.io.IOException("close " + name);
        }
    }

    static void show(Throwable t, String indent) {
        System.out.println(indent + t);
        for (Throwable s : t.getSuppressed()) show(s, indent + "  suppressed ");
        if (t.getCause() != null) show(t.getCause(), indent + "  cause ");
    }

    static String run(int mode) throws Exception {
        try (Res a = new Res("a", (mode & 1) != 0, (mode & 2) != 0);
            Res b = new Res("b", (mode & 4) != 0, (mode & 8) != 0); Res none = null) {
            System.out.print("body; ");
            if ((mode & 16) != 0) throw new Exception("body");
            return a.name + b.name;
        } finally { System.out.print("finally; "); }
    }

    static void outer() throws Exception {
        Res shared = new Res("shared", false, true);
        try (shared) {
            try (Res inner = new Res("inner", false, true)) {
                throw new RuntimeException("inner body");
            } catch (RuntimeException e) { throw new Exception("wrapped", e); }
        }
    }

    static int loop() throws Exception {
        int n = 0;
        for (int i = 0; i < 4; i++) {
            try (Res r = new Res("r" + i, false, false)) {
                if (i == 1) continue;
                if (i == 3) break;
                n += i;
            }
        }
        return n;
    }

    interface Quiet extends AutoCloseable {
        @Override void close();
    }

    public static void main(String[] args) throws Exception {
        for (int m = 0; m < 32; m++) {
            System.out.print(m + ": ");
            try {
                System.out.println(run(m));
            } catch (Exception e) {
                System.out.println();
                show(e, "  ");
            }
        }
        try {
            outer();
        } catch (Exception e) {
            System.out.println();
            show(e, "  ");
        }
        System.out.println(loop());
        StringBuilder s = new StringBuilder();
        try (Quiet q1 = () -> s.append("q1"); Quiet q2 = () -> s.append("q2")) {
            s.append("body");
        }
        System.out.println(s);
        Exception self = new Exception("self");
        try {
            self.addSuppressed(self);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage() + " " + (e.getCause() == self)); }
        try {
            self.addSuppressed(null);
        } catch (NullPointerException e) { System.out.println(e.getMessage()); }
        try {
            self.initCause(self);
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        self.initCause(null);
        try {
            self.initCause(new Error());
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        class NoTrace extends Exception {
            NoTrace() { super("no trace", null, false, false); }
        }
        NoTrace nt = new NoTrace();
        nt.addSuppressed(self);
        System.out.println(nt.getSuppressed().length + " " + nt.getStackTrace().length + " " + nt);
        Exception multi = new Exception("multi");
        for (int i = 0; i < 3; i++) multi.addSuppressed(new Exception("s" + i, new Error("c" + i)));
        show(multi, "");
        Exception copy = new Exception(multi);
        System.out.println(copy.getMessage() + " " + new Exception((Throwable) null).getMessage() + " "
            + new Exception("m", multi).getMessage());
    }
}

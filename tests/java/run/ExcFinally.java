// Every way through try/catch/finally: returns overridden, exceptions replaced, loops left, nested and in constructors.
public class ExcFinally {
    static StringBuilder log = new StringBuilder();
    static void l(String s) { log.append(s).append(' '); }
    static void flush(Object result) {
        System.out.println(log + "=> " + result);
        log.setLength(0);
    }

    static int ret(int mode) {
        try {
            l("try");
            if (mode == 1) throw new RuntimeException("one");
            if (mode == 2) throw new Error("two");
            if (mode == 3) return 3;
            l("end");
        } catch (RuntimeException e) {
            l("catch " + e.getMessage());
            if (mode == 1) return 10;
        } finally { l("finally"); }
        return 100;
    }

    @SuppressWarnings("finally")
    static int override(int mode) {
        try {
            if (mode == 0) throw new IllegalStateException("lost");
            return 1;
        } finally { return 2; }
    }

    static int unchangedLocal() {
        int x = 1;
        try {
            return x;
        } finally {
            x = 99;
            l("x=" + x);
        }
    }

    static int[] changedArray() {
        int[] x = {1};
        try {
            return x;
        } finally { x[0] = 99; }
    }

    @SuppressWarnings("finally")
    static int loops() {
        int n = 0;
        for (int i = 0;; i++) {
            try {
                try {
                    n += i;
                    if (i == 2) continue;
                    if (i == 5) break;
                    if (i == 3) throw new RuntimeException("three");
                } finally {
                    l("in" + i);
                    if (i == 4) continue;
                }
            } catch (RuntimeException e) { l(e.getMessage()); } finally {
                l("out" + i);
            }
        }
        return n;
    }

    static void replaced() throws Exception {
        try {
            throw new Exception("first");
        } finally {
            Object o = null;
            try {
                o.hashCode();
            } catch (NullPointerException e) { l("npe"); }
            int[] z = new int[0];
            z[0] = 1;
        }
    }

    static String nested(int d) {
        try {
            if (d == 0) throw new ArithmeticException("bottom");
            return nested(d - 1) + d;
        } catch (ArithmeticException e) {
            if (d == 2) return "caught" + d;
            throw e;
        } finally { l("f" + d); }
    }

    static long wideValues(boolean fail) {
        long a = 1L << 40;
        double b = 2.5;
        try {
            a += 1;
            b *= 2;
            if (fail) throw new RuntimeException();
            return a + (long) b;
        } catch (RuntimeException e) { return a - (long) b; } finally {
            a = 0;
            b = 0;
        }
    }

    static class Ctor {
        { l("init"); }
        Ctor(int mode) {
            this(mode, arg(mode));
            try {
                if (mode == 2) throw new RuntimeException("ctor");
            } finally { l("ctor-finally"); }
        }
        Ctor(int mode, int x) { l("base" + x); }
        static int arg(int mode) {
            if (mode == 1) throw new IllegalArgumentException("arg");
            return mode * 7;
        }
    }

    static boolean multi(Object o) {
        try {
            if (o instanceof String)
                Integer.parseInt((String) o);
            else if (o == null)
                o.toString();
            else {
                Object[] arr = new Integer[1];
                arr[0] = o;
            }
            return true;
        } catch (NumberFormatException | NullPointerException e) {
            l("A " + e.getClass().getSimpleName());
        } catch (RuntimeException e) { l("B " + e.getClass().getSimpleName()); }
        return false;
    }

    static void rethrow(boolean io) throws java.io.IOException, InterruptedException {
        try {
            if (io) throw new java.io.IOException("io");
            throw new InterruptedException("intr");
        } catch (final Exception e) {
            l("precise");
            throw e;
        }
    }

    static int condition(boolean b) {
        try {
            if (b)
                return 1;
            else
                throw new Exception("c");
        } catch (Exception e) {
            try {
                return 2;
            } finally { l("inner"); }
        } finally {
            try {
                l("outer");
            } finally { l("outer-inner"); }
        }
    }

    @SuppressWarnings({"finally", "unchecked"})
    static <T extends Throwable> void sneaky(Throwable t) throws T {
        throw (T) t;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            try {
                flush(ret(i));
            } catch (Error e) { flush(e); }
        }
        flush(override(0));
        flush(override(1));
        flush(unchangedLocal());
        flush(changedArray()[0]);
        flush(loops());
        try {
            replaced();
        } catch (Exception e) { flush(e); }
        flush(nested(4));
        try {
            flush(nested(1));
        } catch (ArithmeticException e) { flush(e.getMessage()); }
        flush(wideValues(true));
        flush(wideValues(false));
        for (int i = 0; i < 3; i++) {
            try {
                flush(new Ctor(i) != null);
            } catch (RuntimeException e) { flush(e.getMessage()); }
        }
        flush(multi("x"));
        flush(multi("1"));
        flush(multi(null));
        flush(multi(2.5));
        flush(multi(1));
        try {
            rethrow(true);
        } catch (Exception e) { flush(e); }
        try {
            rethrow(false);
        } catch (Exception e) { flush(e); }
        flush(condition(true));
        flush(condition(false));
        try {
            ExcFinally.<RuntimeException>sneaky(new java.io.IOException("sneaky"));
        } catch (Throwable t) { flush(t); }
        Throwable deep = null;
        for (int i = 0; i < 2000; i++) {
            try {
                if (i % 3 == 0) throw new Exception("n" + i);
                deep = i % 2 == 0 ? null : deep;
            } catch (Exception e) { deep = e; } finally {
                if (i % 500 == 0) l("" + i);
            }
        }
        flush(deep);
        try {
            throw null;
        } catch (NullPointerException e) { flush("throw null"); }
        synchronized (log) {
            try {
                synchronized (args) { throw new RuntimeException("sync"); }
            } catch (RuntimeException e) { flush(Thread.holdsLock(log) + " " + Thread.holdsLock(args)); }
        }
    }
}

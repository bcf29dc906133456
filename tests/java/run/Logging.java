// java.util.logging with own formatter and handlers on standard output: levels, hierarchy, filters, suppliers, parameters, thrown, handlers' levels, SimpleFormatter with a fixed format.
import java.io.*;
import java.util.*;
import java.util.logging.*;
import java.util.logging.Formatter;

public class Logging {
    static class Line extends Formatter {
        @Override
        public String format(LogRecord r) {
            return r.getLevel() + " " + r.getLoggerName() + " " + r.getSourceClassName() + "." + r.getSourceMethodName()
                + ": " + formatMessage(r) + (r.getThrown() == null ? "" : " thrown " + r.getThrown()) + "\n";
        }
        @Override
        public String getHead(Handler h) {
            return "<head>\n";
        }
        @Override
        public String getTail(Handler h) {
            return "<tail>\n";
        }
    }
    static class Memory extends Handler {
        final List<String> got = new ArrayList<>();
        @Override
        public void publish(LogRecord r) {
            if (isLoggable(r)) got.add(r.getLevel() + ":" + r.getMessage());
        }
        @Override
        public void flush() {}
        @Override
        public void close() {
            got.add("closed");
        }
    }
    public static void main(String[] args) throws Exception {
        Logger root = Logger.getLogger("app"), child = Logger.getLogger("app.db.pool");
        root.setUseParentHandlers(false);
        StreamHandler h = new StreamHandler(System.out, new Line()) {
            @Override
            public synchronized void publish(LogRecord r) {
                super.publish(r);
                flush();
            }
            @Override
            public void close() {
                flush();
            }
        };
        h.setLevel(Level.ALL);
        root.addHandler(h);
        root.setLevel(Level.FINE);
        Memory m = new Memory();
        child.addHandler(m);
        System.out.println(child.getLevel() + " " + child.getParent().getName() + child.isLoggable(Level.FINER)
            + child.isLoggable(Level.FINE) + (Logger.getLogger("app") == root)
            + Logger.getLogger("app.db").getParent().getName() + (Logger.getLogger("").getParent()));
        root.info("plain");
        root.log(Level.WARNING, "param {0} and {1}", new Object[] {1, "two"});
        root.log(Level.FINE, "single {0}", 5);
        root.log(Level.SEVERE, "with exception", new IllegalStateException("bad"));
        child.config("from child");
        child.finer("not logged");
        child.fine(() -> "supplied");
        child.finest(() -> { throw new RuntimeException("never evaluated"); });
        child.entering("C", "m", "arg");
        child.setLevel(Level.ALL);
        child.entering("C", "m", "arg");
        child.exiting("C", "m", 42);
        child.throwing("C", "m", new IOException("io"));
        child.logp(Level.INFO, "Src", "meth", "logp");
        System.out.println(m.got);
        child.setUseParentHandlers(false);
        child.info("only memory");
        m.setLevel(Level.WARNING);
        child.info("filtered by handler");
        m.setFilter(r -> !r.getMessage().contains("secret"));
        child.warning("secret thing");
        child.warning("open thing");
        System.out.println(m.got.subList(m.got.size() - 2, m.got.size()));
        root.setFilter(r -> r.getLevel().intValue() >= 900);
        root.info("dropped");
        root.warning("kept");
        root.setFilter(null);
        root.setLevel(Level.OFF);
        root.severe("off");
        root.setLevel(null);
        System.out.println(root.getLevel() + " " + root.isLoggable(Level.INFO) + root.isLoggable(Level.FINE));
        root.log(new LogRecord(Level.parse("850"), "custom level"));
        System.out.println(Level.parse("CONFIG") + " " + Level.parse("900") + Level.INFO.intValue()
            + Level.ALL.intValue() + Level.SEVERE.getLocalizedName());
        try {
            Level.parse("LOUD");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        class Own extends Level {
            Own() { super("OWN", 777); }
        }
        Level own = new Own();
        root.setLevel(own);
        root.log(own, "own level");
        root.info("above own");
        root.config("below own");
        MemoryHandler mh = new MemoryHandler(h, 3, Level.SEVERE);
        Logger buf = Logger.getLogger("buf");
        buf.setUseParentHandlers(false);
        buf.addHandler(mh);
        for (int i = 0; i < 5; i++) buf.info("buffered " + i);
        System.out.println("before push");
        buf.severe("push");
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        StreamHandler sh = new StreamHandler(bo, new Line());
        Logger other = Logger.getAnonymousLogger();
        other.setUseParentHandlers(false);
        other.addHandler(sh);
        other.info("anon {0}");
        other.log(Level.INFO, "quote '{0}' {1}", new Object[] {"a"});
        sh.close();
        System.out.print(bo);
        System.setProperty("java.util.logging.SimpleFormatter.format", "[%4$s] %3$s - %5$s%6$s%n");
        SimpleFormatter sf = new SimpleFormatter();
        LogRecord r = new LogRecord(Level.INFO, "simple {0}");
        r.setLoggerName("nm");
        r.setParameters(new Object[] {9});
        System.out.print(sf.format(r));
        XMLFormatter xf = new XMLFormatter();
        r.setInstant(java.time.Instant.EPOCH);
        r.setSequenceNumber(7);
        r.setLongThreadID(3);
        System.out.println(xf.format(r).lines().filter(l -> !l.contains("class") && !l.contains("method")).toList());
        root.removeHandler(h);
        System.out.println(root.getHandlers().length + " " + LogManager.getLogManager().getLogger("app").getName()
            + LogManager.getLogManager().getLogger("none"));
        LogManager.getLogManager().readConfiguration(
            new ByteArrayInputStream("handlers=\nconf.level=FINEST\n.level=SEVERE\n".getBytes()));
        System.out.println(Logger.getLogger("conf").getLevel() + " " + Logger.getLogger("").getLevel()
            + Logger.getLogger("").getHandlers().length);
        h.setErrorManager(new ErrorManager() {
            @Override
            public void error(String s, Exception e, int c) {
                System.out.println("error manager " + s + " " + e + c);
            }
        });
        h.setFormatter(new Formatter() {
            @Override
            public String format(LogRecord x) {
                throw new IllegalStateException("formatter");
            }
        });
        h.publish(r);
        System.out.println(m.got.size());
    }
}

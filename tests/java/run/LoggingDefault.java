// The default console handler writes to stderr, with a fixed format set by a property before logging starts.
import java.util.logging.*;

public class LoggingDefault {
    public static void main(String[] args) {
        Logger l = Logger.getLogger("conformance");
        l.info("an info");
        l.fine("not shown");
        l.log(Level.WARNING, "a warning {0}", "param");
        l.log(Level.SEVERE, "severe", new RuntimeException("attached"));
        System.out.println("stdout line");
        Logger.getGlobal().info("global");
        l.setLevel(Level.FINE);
        l.fine("handler still filters");
        for (Handler h : Logger.getLogger("").getHandlers()) h.setLevel(Level.ALL);
        l.fine("now shown");
    }
}

// ServiceLoader with a provider file on the class path: order, lazy creation, stream of providers, reload, comments, failing and missing providers.
import java.util.*;

public class ServiceLoading {
    public interface Codec {
        String name();
        default int rank() { return 0; }
    }
    public static class Upper implements Codec {
        static { System.out.println("Upper initialised"); }
        public Upper() { System.out.println("new Upper"); }
        public String name() { return "upper"; }
    }
    public static class Lower implements Codec {
        public String name() { return "lower"; }
        public int rank() { return 5; }
    }
    public static class Failing implements Codec {
        public Failing() { throw new IllegalStateException("cannot start"); }
        public String name() { return "?"; }
    }
    public static class NotACodec {}
    public interface Nobody {}
    public interface Broken {}
    public static abstract class Abstract implements Broken {}
    public static void main(String[] args) {
        ServiceLoader<Codec> l = ServiceLoader.load(Codec.class);
        System.out.println("loaded " + l);
        Iterator<Codec> it = l.iterator();
        while (true) {
            try {
                if (!it.hasNext()) break;
                Codec c = it.next();
                System.out.println(c.name() + " " + c.rank());
            } catch (ServiceConfigurationError e) {
                System.out.println("error " + e.getMessage() + " / " + e.getCause());
            }
        }
        Codec first = l.iterator().next();
        System.out.println(first == l.findFirst().get());
        l.reload();
        System.out.println(first == l.iterator().next());
        System.out.println(ServiceLoader.load(Codec.class)
                .stream()
                .filter(p -> {
                    try {
                        return p.type() != Failing.class;
                    } catch (ServiceConfigurationError e) { return false; }
                })
                .limit(2)
                .map(p -> p.type().getSimpleName())
                .toList());
        System.out.println(
            ServiceLoader.load(Nobody.class).findFirst() + " " + ServiceLoader.load(Nobody.class).iterator().hasNext());
        try {
            for (Broken b : ServiceLoader.load(Broken.class)) System.out.println(b);
        } catch (ServiceConfigurationError e) { System.out.println(e.getMessage()); }
        try {
            ServiceLoader.load(Nobody.class).iterator().next();
        } catch (NoSuchElementException e) { System.out.println("no element"); }
        System.out.println(
            ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class, ClassLoader.getSystemClassLoader())
                .stream()
                .map(p -> p.type().getName())
                .anyMatch(n -> n.contains("zipfs") || n.contains("Zip")));
    }
}

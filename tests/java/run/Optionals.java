// Optional and its primitive kin: every method, failure messages, laziness.
import java.util.*;
import java.util.stream.*;

public class Optionals {
    static Optional<Integer> parse(String s) {
        try {
            return Optional.of(Integer.parseInt(s));
        } catch (NumberFormatException e) { return Optional.empty(); }
    }
    static <T> T loud(T t) {
        System.out.print("evaluated ");
        return t;
    }
    public static void main(String[] args) throws Exception {
        Optional<String> a = Optional.of("a"), e = Optional.empty(), n = Optional.ofNullable(null);
        System.out.println(a + " " + e + " " + n + (e == n) + a.equals(Optional.of("a")) + a.hashCode() + e.hashCode()
            + a.isPresent() + e.isEmpty());
        System.out.println(a.map(String::length) + "" + e.map(String::length) + a.map(x -> null)
            + a.flatMap(x -> Optional.of(x + x)) + a.filter(x -> x.equals("b")) + a.filter(x -> true));
        System.out.println(a.orElse("z") + e.orElse("z") + a.orElseGet(() -> loud("g")) + e.orElseGet(() -> loud("g"))
            + a.or(() -> Optional.of("q")).get() + e.or(() -> Optional.of("q")).get());
        a.ifPresent(x -> System.out.print("has " + x));
        e.ifPresent(x -> System.out.print("never"));
        e.ifPresentOrElse(x -> {}, () -> System.out.println(" none"));
        System.out.println(a.stream().count() + e.stream().count() + " "
            + Stream.of("1", "x", "3").map(Optionals::parse).flatMap(Optional::stream).toList() + a.orElseThrow());
        try {
            e.get();
        } catch (NoSuchElementException x) { System.out.println(x.getMessage()); }
        try {
            e.orElseThrow(() -> new java.io.IOException("custom"));
        } catch (java.io.IOException x) { System.out.println(x); }
        try {
            Optional.of(null);
        } catch (NullPointerException x) { System.out.println("npe"); }
        try {
            a.flatMap(x -> null);
        } catch (NullPointerException x) { System.out.println("npe2"); }
        try {
            e.orElseThrow(() -> null);
        } catch (NullPointerException x) { System.out.println("npe3"); }
        OptionalInt oi = OptionalInt.of(5), oe = OptionalInt.empty();
        OptionalDouble od = OptionalDouble.of(2.5);
        OptionalLong ol = OptionalLong.empty();
        System.out.println(oi + " " + oe + od + ol + oi.getAsInt() + oe.orElse(9) + od.orElseThrow()
            + ol.orElseGet(() -> 7L) + oi.equals(OptionalInt.of(5)) + oi.stream().sum() + oi.hashCode()
            + oe.isPresent());
        try {
            oe.getAsInt();
        } catch (NoSuchElementException x) { System.out.println(x.getMessage()); }
        System.out.println(Optional.of(Optional.of(1)).get().get() + " "
            + Optional.of(5).map(x -> x * 2).filter(x -> x > 5).map(Integer::toBinaryString).orElse("?"));
        System.out.println(Objects.requireNonNullElse(null, "d") + Objects.requireNonNullElseGet(null, () -> "s")
            + Objects.toString(null, "def") + Objects.hashCode(null) + Objects.hash(1, null, "x")
            + Objects.equals(null, null) + Objects.deepEquals(new int[] {1}, new int[] {1})
            + Objects.compare("a", "b", Comparator.naturalOrder()) + Objects.isNull(1) + Objects.checkIndex(1, 2));
    }
}

import java.util.*;

/** Switches over patterns, for Java 21 and later. */
public class Switches {
    sealed interface Shape permits Circle, Square, Pair {}
    record Circle(double r) implements Shape {}
    record Square(int side) implements Shape {}
    record Pair(Shape a, Shape b) implements Shape {}
    sealed interface Tone permits Color, Other {}
    enum Color implements Tone { RED, GREEN, BLUE { String extra() { return "body"; } }; String extra() { return "none"; } }
    enum Other implements Tone { RED, LOUD }

    static String type(Object o) {
        return switch (o) {
            case null -> "null";
            case String s when s.isEmpty() -> "empty";
            case String s when s.length() > 3 -> "long " + s;
            case String s -> "string " + s;
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case int[] a -> "ints " + a.length;
            case Object[] a -> "objects " + a.length;
            case Color c when c == Color.RED -> "red";
            case Color c -> "color " + c;
            case Shape s -> shape(s);
            case List<?> l -> "list " + l.size();
            case Class<?> c -> "class " + c.getSimpleName();
            default -> "other " + o.getClass().getSimpleName();
        };
    }
    static String shape(Shape s) {
        return switch (s) {
            case Circle(double r) when r < 1 -> "dot";
            case Circle(var r) -> "circle " + r;
            case Pair(Square(int a), Square(int b)) when a == b -> "twins " + a;
            case Pair(Circle c, var x) -> "circle and " + shape(x);
            case Pair(var x, Pair p) -> shape(x) + " and pair";
            case Pair p -> "pair";
            case Square q -> "square " + q.side();
        };
    }
    static String text(String s) {
        return switch (s) {
            case "a" -> "A";
            case "Aa" -> "collides";
            case "BB" -> "collides too";
            case String t when t.startsWith("x") -> "x-";
            case "é\ud83d\0" -> "odd";
            case String t -> t.length() + "";
        };
    }
    static String number(Integer i) {
        return switch (i) {
            case 1 -> "one";
            case -7 -> "minus seven";
            case 100000 -> "many";
            case Integer j when j > 50 -> "over fifty";
            case 3 -> "three";
            case Integer j -> "n" + j;
        };
    }
    static String letter(Character c) {
        return switch (c) {
            case 'a' -> "A";
            case Character d when Character.isDigit(d) -> "digit";
            case '€' -> "euro";
            case Character d -> "char";
        };
    }
    static String small(Byte b) {
        return switch (b) { case 1 -> "one"; case Byte x when x < 0 -> "negative"; case 127 -> "max"; case Byte x -> "byte"; };
    }
    static String color(Color c) {
        return switch (c) {
            case RED -> "r";
            case Color x when x.extra().equals("body") -> "with body " + x;
            case GREEN -> "g";
            case Color x -> "never";
        };
    }
    static String tone(Tone t) {
        return switch (t) {
            case Color.RED -> "color red";
            case Other.RED -> "other red";
            case Color.BLUE -> "blue";
            case Color c -> "color " + c;
            case Other.LOUD -> "loud";
        };
    }
    public static void main(String[] args) {
        Shape dot = new Circle(0.5), round = new Circle(2), two = new Square(2);
        for (Object o : new Object[] {null, "", "abc", "abcd", 5, 50, new int[2], new String[3], new int[2][2], Color.RED, Color.BLUE, dot, round, two, new Pair(two, two), new Pair(two, new Square(3)),
                new Pair(dot, two), new Pair(two, new Pair(dot, dot)), List.of(1), String.class, 5L, 'c', new Object()}) System.out.println(type(o));
        for (String s : new String[] {"a", "Aa", "BB", "xyz", "é\ud83d\0", "AaBB", "BBAa", ""}) System.out.println(text(s));
        for (int i : new int[] {1, -7, 100000, 51, 3, 4}) System.out.println(number(i));
        for (char c : "a5€b".toCharArray()) System.out.println(letter(c));
        for (byte b : new byte[] {1, -1, 127, 5}) System.out.println(small(b));
        for (Color c : Color.values()) System.out.println(color(c));
        for (Tone t : new Tone[] {Color.RED, Color.GREEN, Color.BLUE, Other.RED, Other.LOUD}) System.out.println(tone(t));
        for (Runnable r : new Runnable[] {() -> text(null), () -> number(null), () -> color(null), () -> tone(null), () -> shape(null)})
            try { r.run(); System.out.println("no"); } catch (NullPointerException e) { System.out.println("NPE"); }
    }
}

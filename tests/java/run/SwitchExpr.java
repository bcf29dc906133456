// switch expressions with yield, on stack contents, inside other expressions, with exceptions; var in all its places.
import java.util.*;
import java.util.function.*;

public class SwitchExpr {
    enum Day { MON, TUE, WED, THU, FRI, SAT, SUN }
    static int letters(Day d) {
        return switch (d) {
            case MON, FRI, SUN -> 6;
            case TUE -> 7;
            case THU, SAT -> 8;
            case WED -> 9;
        };
    }
    static String calc(int a, int b, char op) {
        return a + "" + op + b + "=" + switch (op) {
            case '+' -> a + b;
            case '-' -> a - b;
            case '*' -> a* b;
            case '/' -> {
                if (b == 0) yield "inf";
                yield a / b;
            }
            default -> throw new IllegalArgumentException("op " + op);
        };
    }
    static int oldStyle(int k) {
        int r = switch (k) {
            case 1:
            case 2:
                System.out.print("low ");
            case 3:
                yield k * 10;
            case 4: {
                int t = k;
                while (t < 100) t *= 2;
                yield t;
            }
            default:
                if (k < 0) yield -1;
                yield 0;
        };
        return r;
    }
    static long mixed(int k) {
        return 1L + switch (k) {
            case 0 -> 1;
            case 1 -> 2L;
            case 2 -> 'c';
            default -> (byte) 4;
        } * 2;
    }
    static double withTry(String s) {
        double half = s.isEmpty() ? 0.25 : 0.5;
        double v = switch (s.length()) {
            case 0 -> 0;
            case 1 -> {
                try {
                    yield Integer.parseInt(s);
                } catch (NumberFormatException e) { yield -1; } finally {
                    System.out.print("f ");
                }
            }
            default -> {
                try {
                    yield Double.parseDouble(s);
                } catch (NumberFormatException e) { throw new IllegalStateException("bad " + s, e); }
            }
        };
        return half + v;
    }
    static int nested(int a, int b) {
        return switch (a) {
            case 0 ->
                switch (b) {
                    case 0 -> 0;
                    default -> {
                        int acc = 0;
                        for (int i = 0;; i++) {
                            if (i > b) break;
                            acc += switch (i % 3) {
                                case 0 -> 1;
                                case 1 -> {
                                    if (i == 4) continue0();
                                    yield 10;
                                }
                                default -> 100;
                            };
                        }
                        yield acc;
                    }
                };
            default ->
                -switch (b) {
                    case 1 -> a;
                    default -> b;
                };
        };
    }
    static void continue0() {}
    static boolean cond(int k) {
        return switch (k) {
            case 1 -> true;
            case 2 -> false;
            default -> k > 10;
        }
        && k != 20;
    }
    static Supplier<Integer> lam(int k) {
        return switch (k) {
            case 0 -> () -> k;
            case 1 -> () -> { return k * 100;
                };
            default -> {
                int q = k;
                yield() -> q + q;
            }
        };
    }
    static void statement(int k, StringBuilder s) {
        switch (k) {
            case 0 -> s.append("zero");
            case 1, 2 -> {
                s.append("few");
                if (k == 2) break;
                s.append("!");
            }
            default -> throw new IllegalArgumentException();
        }
        s.append(';');
    }
    static int side(String n, int v) {
        System.out.print(n + " ");
        return v;
    }
    public static void main(String[] args) {
        for (Day d : Day.values()) System.out.print(letters(d) + " ");
        System.out.println();
        for (char op : "+-*/".toCharArray()) System.out.print(calc(7, 2, op) + " ");
        System.out.println(calc(1, 0, '/'));
        try {
            calc(1, 1, '%');
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        for (int k = -1; k < 6; k++) System.out.print(oldStyle(k) + " " + mixed(k) + " ");
        System.out.println();
        for (String s : new String[] {"", "7", "x", "2.25", "oops"}) try {
                System.out.println(withTry(s));
            } catch (IllegalStateException e) { System.out.println(e.getMessage() + " " + e.getCause().getMessage()); }
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 8; b += 2) System.out.print(nested(a, b) + " ");
        for (int k : new int[] {1, 2, 5, 11, 20}) System.out.print(cond(k) + " ");
        for (int k = 0; k < 3; k++) System.out.print(lam(k).get() + " ");
        System.out.println();
        StringBuilder sb = new StringBuilder();
        for (int k = 0; k < 3; k++) statement(k, sb);
        try {
            statement(3, sb);
        } catch (IllegalArgumentException e) { sb.append("thrown"); }
        System.out.println(sb);
        int r = side("a", 1) + switch (side("b", 2)) {
            case 2 -> {
                try {
                    yield side("c", 3);
                } finally { side("d", 4); }
            }
            default -> 0;
        } * side("e", 5);
        System.out.println(r);
        int[] arr = {1, 2, 3};
        arr[switch (arr[0]) {
            case 1 -> 2;
            default -> 0;
        }] += switch (arr.length) {
            case 3 -> {
                int sum = 0;
                for (int x : arr) sum += x;
                yield sum;
            }
            default -> 0;
        };
        System.out.println(Arrays.toString(arr));
        System.out.println(String.join(",", switch (arr[2]) {
            case 9 -> "nine";
            default -> "other";
        }, "tail"));
        Object o = switch (args.length) {
            case 0 -> 1;
            default -> "s";
        };
        System.out.println(o.getClass());
        var list = new ArrayList<Map<String, ? extends Number>>();
        list.add(Map.of("a", 1));
        for (var m : list)
            for (var e : m.entrySet()) {
                var v = e.getValue();
                System.out.println(v.intValue() + e.getKey());
            }
        BiFunction<Integer, Integer, Integer> f = (var x, var y) -> x * y;
        System.out.println(f.apply(6, 7));
        var anon = new Object() {
            int hidden = 5;
            int twice() { return hidden * 2; }
        };
        anon.hidden++;
        System.out.println(anon.twice());
        try (var sc = new Scanner("1 2 3")) {
            var total = 0;
            while (sc.hasNextInt()) total += sc.nextInt();
            System.out.println(total);
        }
        var arr2 = new int[][] {{1}, {2, 3}};
        for (var row : arr2) System.out.print(row.length);
        var c = 'x';
        c++;
        var l = 1L << 40;
        var fl = 1f / 3;
        System.out.println(c + " " + l + " " + fl);
    }
}

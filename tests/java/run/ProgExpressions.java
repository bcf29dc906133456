// An LL(1) grammar for formulas, its table built from FIRST and FOLLOW sets, a table-driven parser, and visitors over
// the tree: evaluate, print with few brackets, differentiate, simplify, compile to a stack machine.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleBinaryOperator;

public class ProgExpressions {
    static final String EMPTY = "empty";
    static final String END = "$";

    static final class Grammar {
        final Map<String, List<List<String>>> rules = new LinkedHashMap<>();
        final Map<String, Set<String>> first = new TreeMap<>();
        final Map<String, Set<String>> follow = new TreeMap<>();
        final Map<String, Map<String, List<String>>> table = new TreeMap<>();
        final String start;

        Grammar(String... lines) {
            for (String line : lines) {
                String[] sides = line.split("->");
                for (String alternative : sides[1].split("\\|")) {
                    rules.computeIfAbsent(sides[0].trim(), k -> new ArrayList<>())
                            .add(Arrays.asList(alternative.trim().split("\\s+")));
                }
            }
            start = rules.keySet().iterator().next();
            rules.keySet().forEach(n -> {
                first.put(n, new TreeSet<>());
                follow.put(n, new TreeSet<>());
            });
            computeFirst();
            computeFollow();
            buildTable();
        }

        private Set<String> firstOf(List<String> symbols) {
            Set<String> out = new TreeSet<>();
            for (String s : symbols) {
                if (s.equals(EMPTY) || s.startsWith("!")) {
                    continue;
                }
                if (!rules.containsKey(s)) {
                    out.add(s);
                    return out;
                }
                out.addAll(first.get(s));
                out.remove(EMPTY);
                if (!first.get(s).contains(EMPTY)) {
                    return out;
                }
            }
            out.add(EMPTY);
            return out;
        }

        private void computeFirst() {
            boolean changed = true;
            while (changed) {
                changed = false;
                for (var rule : rules.entrySet()) {
                    for (List<String> body : rule.getValue()) {
                        changed |= first.get(rule.getKey()).addAll(firstOf(body));
                    }
                }
            }
        }

        private void computeFollow() {
            follow.get(start).add(END);
            boolean changed = true;
            while (changed) {
                changed = false;
                for (var rule : rules.entrySet()) {
                    for (List<String> body : rule.getValue()) {
                        for (int i = 0; i < body.size(); i++) {
                            if (!rules.containsKey(body.get(i))) {
                                continue;
                            }
                            Set<String> next = firstOf(body.subList(i + 1, body.size()));
                            Set<String> mine = follow.get(body.get(i));
                            if (next.remove(EMPTY)) {
                                changed |= mine.addAll(follow.get(rule.getKey()));
                            }
                            changed |= mine.addAll(next);
                        }
                    }
                }
            }
        }

        private void buildTable() {
            for (var rule : rules.entrySet()) {
                Map<String, List<String>> row = new TreeMap<>();
                table.put(rule.getKey(), row);
                for (List<String> body : rule.getValue()) {
                    Set<String> look = firstOf(body);
                    if (look.remove(EMPTY)) {
                        look.addAll(follow.get(rule.getKey()));
                    }
                    for (String t : look) {
                        if (row.put(t, body) != null) {
                            throw new IllegalStateException("not LL(1): " + rule.getKey() + " on " + t);
                        }
                    }
                }
            }
        }
    }

    record Token(String kind, String text, int at) {
    }

    static List<Token> scan(String s) {
        List<Token> out = new ArrayList<>();
        int i = 0;
        while (i < s.length()) {
            char c = s.charAt(i);
            int start = i;
            if (Character.isDigit(c)) {
                while (i < s.length() && (Character.isDigit(s.charAt(i)) || s.charAt(i) == '.')) {
                    i++;
                }
                out.add(new Token("num", s.substring(start, i), start));
            } else if (Character.isLetter(c)) {
                while (i < s.length() && Character.isLetter(s.charAt(i))) {
                    i++;
                }
                String word = s.substring(start, i);
                out.add(new Token(List.of("sin", "cos", "exp", "ln").contains(word) ? "fun" : "id", word, start));
            } else {
                i++;
                if (c != ' ') {
                    out.add(new Token(String.valueOf(c), String.valueOf(c), start));
                }
            }
        }
        out.add(new Token(END, "end", s.length()));
        return out;
    }

    interface Visitor<R> {
        R number(double v);

        R variable(String name);

        R binary(char op, Expr left, Expr right);

        R call(String function, Expr argument);
    }

    interface Expr {
        <R> R accept(Visitor<R> v);

        static Expr number(double d) {
            return new Expr() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.number(d);
                }
            };
        }

        static Expr variable(String name) {
            return new Expr() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.variable(name);
                }
            };
        }

        static Expr binary(char op, Expr l, Expr r) {
            return new Expr() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.binary(op, l, r);
                }
            };
        }

        static Expr call(String f, Expr x) {
            return new Expr() {
                @Override
                public <R> R accept(Visitor<R> v) {
                    return v.call(f, x);
                }
            };
        }
    }

    // The grammar carries actions, the words that begin with '!': they run on the tree stack when they reach the top.
    static final Grammar FORMULA = new Grammar(
            "E -> T E'",
            "E' -> + T !+ E' | - T !- E' | empty",
            "T -> U T'",
            "T' -> * U !* T' | / U !/ T' | empty",
            "U -> - U !neg | P",
            "P -> A P'",
            "P' -> ^ U !^ | empty",
            "A -> num !num | id !id | fun ( E ) !call | ( E )");

    static Expr parse(String text) {
        List<Token> tokens = scan(text);
        Deque<String> stack = new ArrayDeque<>(List.of(FORMULA.start, END));
        Deque<Expr> trees = new ArrayDeque<>();
        Deque<String> texts = new ArrayDeque<>();
        int at = 0;
        while (!stack.isEmpty()) {
            String top = stack.pop();
            Token t = tokens.get(at);
            if (top.startsWith("!")) {
                act(top.substring(1), trees, texts);
            } else if (FORMULA.rules.containsKey(top)) {
                List<String> body = FORMULA.table.get(top).get(t.kind());
                if (body == null) {
                    Set<String> expected = new TreeSet<>(FORMULA.table.get(top).keySet());
                    throw new IllegalArgumentException("at " + t.at() + ": found '" + t.text() + "', expected one of "
                            + expected);
                }
                for (int i = body.size() - 1; i >= 0; i--) {
                    if (!body.get(i).equals(EMPTY)) {
                        stack.push(body.get(i));
                    }
                }
            } else if (top.equals(t.kind())) {
                if (List.of("num", "id", "fun").contains(top)) {
                    texts.push(t.text());
                }
                at++;
            } else {
                throw new IllegalArgumentException("at " + t.at() + ": found '" + t.text() + "', expected " + top);
            }
        }
        return trees.pop();
    }

    private static void act(String action, Deque<Expr> trees, Deque<String> texts) {
        switch (action) {
            case "num" -> trees.push(Expr.number(Double.parseDouble(texts.pop())));
            case "id" -> trees.push(Expr.variable(texts.pop()));
            case "call" -> trees.push(Expr.call(texts.pop(), trees.pop()));
            case "neg" -> trees.push(Expr.binary('-', Expr.number(0), trees.pop()));
            default -> {
                Expr right = trees.pop();
                trees.push(Expr.binary(action.charAt(0), trees.pop(), right));
            }
        }
    }

    static double apply(char op, double l, double r) {
        DoubleBinaryOperator f = switch (op) {
            case '+' -> Double::sum;
            case '-' -> (a, b) -> a - b;
            case '*' -> (a, b) -> a * b;
            case '/' -> (a, b) -> a / b;
            case '^' -> Math::pow;
            default -> throw new IllegalStateException("operator " + op);
        };
        return f.applyAsDouble(l, r);
    }

    static double function(String f, double x) {
        return switch (f) {
            case "sin" -> Math.sin(x);
            case "cos" -> Math.cos(x);
            case "exp" -> Math.exp(x);
            case "ln" -> Math.log(x);
            default -> throw new IllegalStateException("function " + f);
        };
    }

    record Evaluate(Map<String, Double> values) implements Visitor<Double> {
        @Override
        public Double number(double v) {
            return v;
        }

        @Override
        public Double variable(String name) {
            Double v = values.get(name);
            if (v == null) {
                throw new IllegalArgumentException("no value for " + name);
            }
            return v;
        }

        @Override
        public Double binary(char op, Expr l, Expr r) {
            return apply(op, l.accept(this), r.accept(this));
        }

        @Override
        public Double call(String f, Expr x) {
            return function(f, x.accept(this));
        }
    }

    static final class Print implements Visitor<String> {
        private static int strength(Expr e) {
            return e.accept(new Visitor<Integer>() {
                @Override
                public Integer number(double v) {
                    return v < 0 ? 1 : 9;
                }

                @Override
                public Integer variable(String name) {
                    return 9;
                }

                @Override
                public Integer binary(char op, Expr l, Expr r) {
                    return op == '+' || op == '-' ? 1 : op == '^' ? 3 : 2;
                }

                @Override
                public Integer call(String f, Expr x) {
                    return 9;
                }
            });
        }

        private String bracket(Expr e, boolean when) {
            return when ? "(" + e.accept(this) + ")" : e.accept(this);
        }

        @Override
        public String number(double v) {
            return v == Math.rint(v) ? String.valueOf((long) v) : String.valueOf(v);
        }

        @Override
        public String variable(String name) {
            return name;
        }

        @Override
        public String binary(char op, Expr l, Expr r) {
            int mine = strength(Expr.binary(op, l, r));
            boolean rightTight = op == '-' || op == '/';
            return bracket(l, op == '^' ? strength(l) <= mine : strength(l) < mine) + (op == '^' ? "^" : " " + op + " ")
                    + bracket(r, rightTight ? strength(r) <= mine : strength(r) < mine);
        }

        @Override
        public String call(String f, Expr x) {
            return f + "(" + x.accept(this) + ")";
        }
    }

    record Derive(String by) implements Visitor<Expr> {
        @Override
        public Expr number(double v) {
            return Expr.number(0);
        }

        @Override
        public Expr variable(String name) {
            return Expr.number(name.equals(by) ? 1 : 0);
        }

        @Override
        public Expr binary(char op, Expr l, Expr r) {
            Expr dl = l.accept(this);
            Expr dr = r.accept(this);
            return switch (op) {
                case '+', '-' -> Expr.binary(op, dl, dr);
                case '*' -> Expr.binary('+', Expr.binary('*', dl, r), Expr.binary('*', l, dr));
                case '/' -> Expr.binary('/', Expr.binary('-', Expr.binary('*', dl, r), Expr.binary('*', l, dr)),
                        Expr.binary('^', r, Expr.number(2)));
                default -> Expr.binary('*', Expr.binary('^', l, r), Expr.binary('+',
                        Expr.binary('*', dr, Expr.call("ln", l)), Expr.binary('/', Expr.binary('*', r, dl), l)));
            };
        }

        @Override
        public Expr call(String f, Expr x) {
            Expr outer = switch (f) {
                case "sin" -> Expr.call("cos", x);
                case "cos" -> Expr.binary('-', Expr.number(0), Expr.call("sin", x));
                case "exp" -> Expr.call("exp", x);
                default -> Expr.binary('/', Expr.number(1), x);
            };
            return Expr.binary('*', outer, x.accept(this));
        }
    }

    static final class Simplify implements Visitor<Expr> {
        private static final Visitor<Double> CONSTANT = new Visitor<>() {
            @Override
            public Double number(double v) {
                return v;
            }

            @Override
            public Double variable(String name) {
                return null;
            }

            @Override
            public Double binary(char op, Expr l, Expr r) {
                return null;
            }

            @Override
            public Double call(String f, Expr x) {
                return null;
            }
        };

        @Override
        public Expr number(double v) {
            return Expr.number(v);
        }

        @Override
        public Expr variable(String name) {
            return Expr.variable(name);
        }

        @Override
        public Expr binary(char op, Expr left, Expr right) {
            Expr l = left.accept(this);
            Expr r = right.accept(this);
            Double a = l.accept(CONSTANT);
            Double b = r.accept(CONSTANT);
            if (a != null && b != null) {
                return Expr.number(apply(op, a, b));
            }
            if (op == '+' && Double.valueOf(0).equals(a) || op == '*' && Double.valueOf(1).equals(a)) {
                return r;
            }
            if ((op == '+' || op == '-') && Double.valueOf(0).equals(b)
                    || (op == '*' || op == '/' || op == '^') && Double.valueOf(1).equals(b)) {
                return l;
            }
            if (op == '*' && (Double.valueOf(0).equals(a) || Double.valueOf(0).equals(b))
                    || op == '/' && Double.valueOf(0).equals(a)) {
                return Expr.number(0);
            }
            return Expr.binary(op, l, r);
        }

        @Override
        public Expr call(String f, Expr x) {
            Expr s = x.accept(this);
            return f.equals("ln") && Double.valueOf(1).equals(s.accept(CONSTANT)) ? Expr.number(0) : Expr.call(f, s);
        }
    }

    static final class Compile implements Visitor<List<String>> {
        @Override
        public List<String> number(double v) {
            return List.of("push " + v);
        }

        @Override
        public List<String> variable(String name) {
            return List.of("load " + name);
        }

        @Override
        public List<String> binary(char op, Expr l, Expr r) {
            List<String> code = new ArrayList<>(l.accept(this));
            code.addAll(r.accept(this));
            code.add("op " + op);
            return code;
        }

        @Override
        public List<String> call(String f, Expr x) {
            List<String> code = new ArrayList<>(x.accept(this));
            code.add("call " + f);
            return code;
        }
    }

    static double run(List<String> code, Map<String, Double> values) {
        Deque<Double> stack = new ArrayDeque<>();
        for (String line : code) {
            String[] w = line.split(" ");
            switch (w[0]) {
                case "push" -> stack.push(Double.parseDouble(w[1]));
                case "load" -> stack.push(values.get(w[1]));
                case "call" -> stack.push(function(w[1], stack.pop()));
                default -> {
                    double r = stack.pop();
                    stack.push(apply(w[1].charAt(0), stack.pop(), r));
                }
            }
        }
        return stack.pop();
    }

    public static void main(String[] args) {
        System.out.println("FIRST " + FORMULA.first);
        System.out.println("FOLLOW " + FORMULA.follow);
        FORMULA.table.forEach((n, row) -> System.out.println("  " + n + " " + row));
        Map<String, Double> values = Map.of("x", 2.0, "y", -3.5);
        for (String s : List.of("1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "(2 ^ 3) ^ 2", "10 - 4 - 3", "10 - (4 - 3)",
                "-x ^ 2", "x * -y", "8 / 4 / 2", "8 / (4 / 2)", "sin(x) * sin(x) + cos(x) ^ 2", "exp(ln(x + 1)) - y",
                "x ^ 3 - 3 * x * y + 7", "((((x))))")) {
            Expr e = parse(s);
            double v = e.accept(new Evaluate(values));
            List<String> code = e.accept(new Compile());
            String printed = e.accept(new Print());
            Expr d = e.accept(new Derive("x")).accept(new Simplify());
            System.out.println(s + " = " + Math.round(v * 1e9) / 1e9 + " | " + printed + " | code " + code.size() + " "
                    + (run(code, values) == v) + " " + (parse(printed).accept(new Evaluate(values)) == v));
            System.out.println("    d/dx " + d.accept(new Print()));
            double h = 1e-5;
            double up = e.accept(new Evaluate(Map.of("x", 2.0 + h, "y", -3.5)));
            double down = e.accept(new Evaluate(Map.of("x", 2.0 - h, "y", -3.5)));
            double exact = d.accept(new Evaluate(values));
            System.out.println("    close to the difference quotient "
                    + (Double.isNaN(exact) || Math.abs((up - down) / (2 * h) - exact) < 1e-4));
        }
        for (String bad : List.of("1 +", "(2", "2 3", "* 4", "sin 3", "x y", "1 + (2 * )", "")) {
            try {
                parse(bad);
                System.out.println(bad + " accepted");
            } catch (IllegalArgumentException e) {
                System.out.println("[" + bad + "] " + e.getMessage());
            }
        }
        try {
            parse("x + z").accept(new Evaluate(values));
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            new Grammar("S -> a B | a C", "B -> b", "C -> c");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(new LinkedHashSet<>(parse("x + x * y").accept(new Compile())));
    }
}

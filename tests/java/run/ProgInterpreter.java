// An interpreter for a small language: lexer, recursive descent parser, tree of records, environments, closures,
// lists, and errors with positions. It runs a handful of scripts and prints what they print.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

public class ProgInterpreter {
    enum Kind { NUMBER, STRING, NAME, KEYWORD, SYMBOL, END }

    record Token(Kind kind, String text, int line) {
        boolean is(String s) {
            return (kind == Kind.SYMBOL || kind == Kind.KEYWORD) && text.equals(s);
        }
    }

    static final class ScriptError extends RuntimeException {
        ScriptError(int line, String message) {
            super("line " + line + ": " + message);
        }
    }

    static final class Return extends RuntimeException {
        final Object value;

        Return(Object value) {
            super(null, null, false, false);
            this.value = value;
        }
    }

    static final class Lexer {
        private static final List<String> KEYWORDS = List.of("let", "fn", "if", "else", "while", "return", "print", "true",
                "false", "nil", "and", "or", "not", "for", "in");
        private final String source;
        private int at;
        private int line = 1;

        Lexer(String source) {
            this.source = source;
        }

        List<Token> all() {
            List<Token> tokens = new ArrayList<>();
            while (true) {
                Token t = next();
                tokens.add(t);
                if (t.kind() == Kind.END) {
                    return tokens;
                }
            }
        }

        private Token next() {
            while (at < source.length()) {
                char c = source.charAt(at);
                if (c == '\n') {
                    line++;
                    at++;
                } else if (Character.isWhitespace(c)) {
                    at++;
                } else if (c == '#') {
                    while (at < source.length() && source.charAt(at) != '\n') {
                        at++;
                    }
                } else {
                    break;
                }
            }
            if (at >= source.length()) {
                return new Token(Kind.END, "", line);
            }
            int start = at;
            char c = source.charAt(at);
            if (Character.isDigit(c)) {
                while (at < source.length() && (Character.isDigit(source.charAt(at)) || source.charAt(at) == '.')) {
                    at++;
                }
                return new Token(Kind.NUMBER, source.substring(start, at), line);
            }
            if (Character.isLetter(c) || c == '_') {
                while (at < source.length() && (Character.isLetterOrDigit(source.charAt(at))
                        || source.charAt(at) == '_')) {
                    at++;
                }
                String word = source.substring(start, at);
                return new Token(KEYWORDS.contains(word) ? Kind.KEYWORD : Kind.NAME, word, line);
            }
            if (c == '"') {
                StringBuilder text = new StringBuilder();
                at++;
                while (at < source.length() && source.charAt(at) != '"') {
                    char d = source.charAt(at++);
                    text.append(d == '\\' && source.charAt(at) == 'n' ? newline() : d);
                }
                if (at >= source.length()) {
                    throw new ScriptError(line, "unterminated string");
                }
                at++;
                return new Token(Kind.STRING, text.toString(), line);
            }
            String two = source.substring(at, Math.min(at + 2, source.length()));
            if (List.of("==", "!=", "<=", ">=", "=>").contains(two)) {
                at += 2;
                return new Token(Kind.SYMBOL, two, line);
            }
            if ("+-*/%<>=(){}[],;.".indexOf(c) < 0) {
                throw new ScriptError(line, "unexpected character '" + c + "'");
            }
            at++;
            return new Token(Kind.SYMBOL, String.valueOf(c), line);
        }

        private char newline() {
            at++;
            return '\n';
        }
    }

    sealed interface Expr permits Literal, Name, Assign, Binary, Unary, Call, Lambda, ListLiteral, Index {
    }

    record Literal(Object value) implements Expr {
    }

    record Name(String name, int line) implements Expr {
    }

    record Assign(Expr target, Expr value, int line) implements Expr {
    }

    record Binary(String op, Expr left, Expr right, int line) implements Expr {
    }

    record Unary(String op, Expr operand, int line) implements Expr {
    }

    record Call(Expr callee, List<Expr> args, int line) implements Expr {
    }

    record Lambda(String name, List<String> params, List<Stmt> body) implements Expr {
    }

    record ListLiteral(List<Expr> items) implements Expr {
    }

    record Index(Expr list, Expr index, int line) implements Expr {
    }

    sealed interface Stmt permits Let, ExprStmt, If, While, For, Block, ReturnStmt, Print {
    }

    record Let(String name, Expr value) implements Stmt {
    }

    record ExprStmt(Expr expr) implements Stmt {
    }

    record If(Expr condition, Stmt then, Stmt otherwise) implements Stmt {
    }

    record While(Expr condition, Stmt body) implements Stmt {
    }

    record For(String name, Expr list, Stmt body, int line) implements Stmt {
    }

    record Block(List<Stmt> body) implements Stmt {
    }

    record ReturnStmt(Expr value) implements Stmt {
    }

    record Print(List<Expr> values) implements Stmt {
    }

    static final class Parser {
        private static final List<List<String>> LEVELS = List.of(List.of("or"), List.of("and"), List.of("==", "!="),
                List.of("<", ">", "<=", ">="), List.of("+", "-"), List.of("*", "/", "%"));
        private final List<Token> tokens;
        private int at;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        List<Stmt> program() {
            List<Stmt> out = new ArrayList<>();
            while (peek().kind() != Kind.END) {
                out.add(statement());
            }
            return out;
        }

        private Token peek() {
            return tokens.get(at);
        }

        private boolean accept(String s) {
            if (peek().is(s)) {
                at++;
                return true;
            }
            return false;
        }

        private Token expect(String s) {
            Token t = peek();
            if (!t.is(s)) {
                throw new ScriptError(t.line(), "expected '" + s + "' but found "
                        + (t.kind() == Kind.END ? "the end" : "'" + t.text() + "'"));
            }
            at++;
            return t;
        }

        private String name() {
            Token t = peek();
            if (t.kind() != Kind.NAME) {
                throw new ScriptError(t.line(), "expected a name but found '" + t.text() + "'");
            }
            at++;
            return t.text();
        }

        private Stmt statement() {
            int line = peek().line();
            if (accept("let")) {
                String n = name();
                expect("=");
                Expr v = expression();
                expect(";");
                return new Let(n, v);
            }
            if (peek().is("fn") && tokens.get(at + 1).kind() == Kind.NAME) {
                at++;
                String n = name();
                return new Let(n, function(n));
            }
            if (accept("if")) {
                Expr c = expression();
                Stmt then = block();
                Stmt otherwise = accept("else") ? peek().is("if") ? statement() : block() : new Block(List.of());
                return new If(c, then, otherwise);
            }
            if (accept("while")) {
                return new While(expression(), block());
            }
            if (accept("for")) {
                String n = name();
                expect("in");
                return new For(n, expression(), block(), line);
            }
            if (accept("return")) {
                Expr v = peek().is(";") ? new Literal(null) : expression();
                expect(";");
                return new ReturnStmt(v);
            }
            if (accept("print")) {
                List<Expr> values = new ArrayList<>(List.of(expression()));
                while (accept(",")) {
                    values.add(expression());
                }
                expect(";");
                return new Print(values);
            }
            if (peek().is("{")) {
                return block();
            }
            Expr e = expression();
            expect(";");
            return new ExprStmt(e);
        }

        private Block block() {
            expect("{");
            List<Stmt> body = new ArrayList<>();
            while (!peek().is("}")) {
                body.add(statement());
            }
            expect("}");
            return new Block(body);
        }

        private Lambda function(String name) {
            expect("(");
            List<String> params = new ArrayList<>();
            while (!peek().is(")")) {
                params.add(name());
                if (!accept(",")) {
                    break;
                }
            }
            expect(")");
            if (accept("=>")) {
                return new Lambda(name, params, List.of(new ReturnStmt(expression())));
            }
            return new Lambda(name, params, block().body());
        }

        private Expr expression() {
            Expr left = binary(0);
            int line = peek().line();
            if (accept("=")) {
                if (!(left instanceof Name) && !(left instanceof Index)) {
                    throw new ScriptError(line, "cannot assign to this");
                }
                return new Assign(left, expression(), line);
            }
            return left;
        }

        private Expr binary(int level) {
            if (level == LEVELS.size()) {
                return unary();
            }
            Expr left = binary(level + 1);
            while (true) {
                Token t = peek();
                String op = LEVELS.get(level).stream().filter(t::is).findFirst().orElse(null);
                if (op == null) {
                    return left;
                }
                at++;
                left = new Binary(op, left, binary(level + 1), t.line());
            }
        }

        private Expr unary() {
            Token t = peek();
            if (accept("-") || accept("not")) {
                return new Unary(t.text(), unary(), t.line());
            }
            Expr e = primary();
            while (true) {
                int line = peek().line();
                if (accept("(")) {
                    List<Expr> args = list(")");
                    e = new Call(e, args, line);
                } else if (accept("[")) {
                    Expr i = expression();
                    expect("]");
                    e = new Index(e, i, line);
                } else {
                    return e;
                }
            }
        }

        private List<Expr> list(String close) {
            List<Expr> items = new ArrayList<>();
            while (!peek().is(close)) {
                items.add(expression());
                if (!accept(",")) {
                    break;
                }
            }
            expect(close);
            return items;
        }

        private Expr primary() {
            Token t = tokens.get(at++);
            return switch (t.kind()) {
                case NUMBER -> new Literal(Double.parseDouble(t.text()));
                case STRING -> new Literal(t.text());
                case NAME -> new Name(t.text(), t.line());
                case KEYWORD -> switch (t.text()) {
                    case "true" -> new Literal(true);
                    case "false" -> new Literal(false);
                    case "nil" -> new Literal(null);
                    case "fn" -> function("anonymous");
                    default -> throw new ScriptError(t.line(), "unexpected '" + t.text() + "'");
                };
                case SYMBOL -> {
                    if (t.text().equals("(")) {
                        Expr e = expression();
                        expect(")");
                        yield e;
                    }
                    if (t.text().equals("[")) {
                        yield new ListLiteral(list("]"));
                    }
                    throw new ScriptError(t.line(), "unexpected '" + t.text() + "'");
                }
                case END -> throw new ScriptError(t.line(), "unexpected end");
            };
        }
    }

    static final class Scope {
        final Map<String, Object> values = new HashMap<>();
        final Scope parent;

        Scope(Scope parent) {
            this.parent = parent;
        }

        Scope find(String name, int line) {
            for (Scope s = this; s != null; s = s.parent) {
                if (s.values.containsKey(name)) {
                    return s;
                }
            }
            throw new ScriptError(line, "unknown name '" + name + "'");
        }
    }

    interface Callable {
        Object call(List<Object> args, int line);
    }

    record Closure(Lambda code, Scope scope, Machine machine) implements Callable {
        @Override
        public Object call(List<Object> args, int line) {
            if (args.size() != code.params().size()) {
                throw new ScriptError(line, code.name() + " takes " + code.params().size() + " arguments, not "
                        + args.size());
            }
            Scope inner = new Scope(scope);
            for (int i = 0; i < args.size(); i++) {
                inner.values.put(code.params().get(i), args.get(i));
            }
            try {
                machine.run(code.body(), inner);
                return null;
            } catch (Return r) {
                return r.value;
            }
        }

        @Override
        public String toString() {
            return "<fn " + code.name() + ">";
        }
    }

    static final class Machine {
        final StringBuilder out = new StringBuilder();
        final Scope globals = new Scope(null);
        int steps;

        Machine() {
            define("len", 1, a -> (double) (a.get(0) instanceof String s ? s.length() : ((List<?>) a.get(0)).size()));
            define("str", 1, a -> show(a.get(0)));
            define("sqrt", 1, a -> Math.sqrt((Double) a.get(0)));
            define("range", 2, a -> {
                List<Object> l = new ArrayList<>();
                for (double d = (Double) a.get(0); d < (Double) a.get(1); d++) {
                    l.add(d);
                }
                return l;
            });
            define("push", 2, a -> {
                @SuppressWarnings("unchecked")
                List<Object> l = (List<Object>) a.get(0);
                l.add(a.get(1));
                return l;
            });
        }

        private void define(String name, int arity, Function<List<Object>, Object> f) {
            globals.values.put(name, (Callable) (args, line) -> {
                if (args.size() != arity) {
                    throw new ScriptError(line, name + " takes " + arity + " arguments, not " + args.size());
                }
                try {
                    return f.apply(args);
                } catch (ClassCastException e) {
                    throw new ScriptError(line, "wrong argument for " + name);
                }
            });
        }

        void run(List<Stmt> body, Scope scope) {
            for (Stmt s : body) {
                execute(s, scope);
            }
        }

        private void execute(Stmt s, Scope scope) {
            steps++;
            if (s instanceof Let l) {
                scope.values.put(l.name(), evaluate(l.value(), scope));
            } else if (s instanceof ExprStmt e) {
                evaluate(e.expr(), scope);
            } else if (s instanceof If i) {
                execute(truth(evaluate(i.condition(), scope)) ? i.then() : i.otherwise(), scope);
            } else if (s instanceof While w) {
                while (truth(evaluate(w.condition(), scope))) {
                    execute(w.body(), scope);
                }
            } else if (s instanceof For f) {
                if (!(evaluate(f.list(), scope) instanceof List<?> list)) {
                    throw new ScriptError(f.line(), "for needs a list");
                }
                for (Object item : list) {
                    Scope inner = new Scope(scope);
                    inner.values.put(f.name(), item);
                    execute(f.body(), inner);
                }
            } else if (s instanceof Block b) {
                run(b.body(), new Scope(scope));
            } else if (s instanceof ReturnStmt r) {
                throw new Return(evaluate(r.value(), scope));
            } else if (s instanceof Print p) {
                out.append(p.values().stream().map(v -> show(evaluate(v, scope))).collect(Collectors.joining(" ")))
                        .append('\n');
            }
        }

        private Object evaluate(Expr e, Scope scope) {
            steps++;
            if (e instanceof Literal l) {
                return l.value();
            } else if (e instanceof Name n) {
                return scope.find(n.name(), n.line()).values.get(n.name());
            } else if (e instanceof Assign a) {
                Object v = evaluate(a.value(), scope);
                if (a.target() instanceof Name n) {
                    scope.find(n.name(), n.line()).values.put(n.name(), v);
                } else if (a.target() instanceof Index i) {
                    list(i, scope).set(index(i, scope), v);
                }
                return v;
            } else if (e instanceof Unary u) {
                Object v = evaluate(u.operand(), scope);
                return u.op().equals("not") ? (Object) !truth(v) : (Object) (-number(v, u.line()));
            } else if (e instanceof Binary b) {
                return binary(b, scope);
            } else if (e instanceof Lambda l) {
                return new Closure(l, scope, this);
            } else if (e instanceof ListLiteral l) {
                List<Object> items = new ArrayList<>();
                for (Expr item : l.items()) {
                    items.add(evaluate(item, scope));
                }
                return items;
            } else if (e instanceof Index i) {
                return list(i, scope).get(index(i, scope));
            } else if (e instanceof Call c) {
                Object f = evaluate(c.callee(), scope);
                List<Object> args = new ArrayList<>();
                for (Expr a : c.args()) {
                    args.add(evaluate(a, scope));
                }
                if (!(f instanceof Callable callable)) {
                    throw new ScriptError(c.line(), show(f) + " is not a function");
                }
                return callable.call(args, c.line());
            }
            throw new IllegalStateException("no such expression: " + e);
        }

        @SuppressWarnings("unchecked")
        private List<Object> list(Index i, Scope scope) {
            if (evaluate(i.list(), scope) instanceof List<?> l) {
                return (List<Object>) l;
            }
            throw new ScriptError(i.line(), "only lists have elements");
        }

        private int index(Index i, Scope scope) {
            int n = (int) number(evaluate(i.index(), scope), i.line());
            int size = list(i, scope).size();
            if (n < 0 || n >= size) {
                throw new ScriptError(i.line(), "index " + n + " outside a list of " + size);
            }
            return n;
        }

        private Object binary(Binary b, Scope scope) {
            Object l = evaluate(b.left(), scope);
            if (b.op().equals("and")) {
                return truth(l) ? evaluate(b.right(), scope) : l;
            }
            if (b.op().equals("or")) {
                return truth(l) ? l : evaluate(b.right(), scope);
            }
            Object r = evaluate(b.right(), scope);
            return switch (b.op()) {
                case "==" -> java.util.Objects.equals(l, r);
                case "!=" -> !java.util.Objects.equals(l, r);
                case "+" -> l instanceof String || r instanceof String ? show(l) + show(r)
                        : (Object) (number(l, b.line()) + number(r, b.line()));
                case "-" -> number(l, b.line()) - number(r, b.line());
                case "*" -> number(l, b.line()) * number(r, b.line());
                case "/" -> {
                    if (number(r, b.line()) == 0) {
                        throw new ScriptError(b.line(), "division by zero");
                    }
                    yield number(l, b.line()) / number(r, b.line());
                }
                case "%" -> number(l, b.line()) % number(r, b.line());
                case "<" -> number(l, b.line()) < number(r, b.line());
                case ">" -> number(l, b.line()) > number(r, b.line());
                case "<=" -> number(l, b.line()) <= number(r, b.line());
                case ">=" -> number(l, b.line()) >= number(r, b.line());
                default -> throw new IllegalStateException(b.op());
            };
        }

        private static double number(Object v, int line) {
            if (v instanceof Double d) {
                return d;
            }
            throw new ScriptError(line, show(v) + " is not a number");
        }

        private static boolean truth(Object v) {
            return v != null && !Boolean.FALSE.equals(v);
        }

        static String show(Object v) {
            if (v == null) {
                return "nil";
            }
            if (v instanceof Double d) {
                return d == Math.rint(d) && Math.abs(d) < 1e15 ? String.valueOf(d.longValue()) : d.toString();
            }
            if (v instanceof List<?> l) {
                return l.stream().map(Machine::show).collect(Collectors.joining(", ", "[", "]"));
            }
            return v instanceof Callable && !(v instanceof Closure) ? "<native>" : v.toString();
        }
    }

    static void script(String title, String source) {
        System.out.println("== " + title);
        Machine m = new Machine();
        try {
            m.run(new Parser(new Lexer(source).all()).program(), m.globals);
        } catch (ScriptError e) {
            m.out.append("error, ").append(e.getMessage()).append('\n');
        }
        System.out.print(m.out);
        System.out.println("(" + m.steps + " steps)");
    }

    public static void main(String[] args) {
        Map<String, String> scripts = new LinkedHashMap<>();
        scripts.put("arithmetic", """
                print 1 + 2 * 3, (1 + 2) * 3, -4 / 8, 7 % 4, 10 - 3 - 2;
                print 1 < 2, "a" + 1 + true, not nil, 1 == 1 and "yes" or "no";
                print 0.1 + 0.2, 1 / 3, 1000000 * 1000000;
                """);
        scripts.put("functions", """
                fn fib(n) { if n < 2 { return n; } return fib(n - 1) + fib(n - 2); }
                print fib(15);
                fn counter() { let n = 0; return fn() { n = n + 1; return n; }; }
                let a = counter(); let b = counter();
                a(); a();
                print a(), b();
                let compose = fn(f, g) => fn(x) => f(g(x));
                print compose(fn(x) => x * 10, fn(x) => x + 1)(4);
                print fib, len;
                """);
        scripts.put("lists", """
                fn map(l, f) { let r = []; for x in l { push(r, f(x)); } return r; }
                fn filter(l, f) { let r = []; for x in l { if f(x) { push(r, x); } } return r; }
                fn fold(l, z, f) { for x in l { z = f(z, x); } return z; }
                let l = range(1, 11);
                print map(l, fn(x) => x * x);
                print filter(l, fn(x) => x % 3 == 0), fold(l, 0, fn(a, b) => a + b);
                fn sort(l) {
                    if len(l) < 2 { return l; }
                    let p = l[0]; let less = []; let more = []; let i = 1;
                    while i < len(l) { if l[i] < p { push(less, l[i]); } else { push(more, l[i]); } i = i + 1; }
                    return fold(sort(more), push(sort(less), p), push);
                }
                print sort([5, 2, 9, 1, 5, 6, -3]);
                let m = [[1, 2], [3, 4]]; m[1][0] = "x"; print m, len(m), len("four");
                """);
        scripts.put("sieve", """
                fn falses(n) { let r = []; for i in range(0, n) { push(r, false); } return r; }
                let n = 60; let composite = falses(n); let primes = [];
                let i = 2;
                while i < n {
                    if not composite[i] {
                        push(primes, i);
                        let j = i * i;
                        while j < n { composite[j] = true; j = j + i; }
                    }
                    i = i + 1;
                }
                print primes;
                """);
        scripts.put("errors at run time", "print 1;\nprint [1, 2][2];\nprint 3;");
        scripts.put("unknown name", "let x = 1;\n{ let y = 2; }\nprint y;");
        scripts.put("wrong types", "fn f(a, b) { return a - b; }\nprint f(3, 1);\nprint f(3, \"x\");");
        scripts.put("wrong count", "fn f(a) { return a; }\nf(1, 2);");
        scripts.put("division", "let zero = 0;\n\nprint 1 / zero;");
        scripts.put("syntax", "let x = (1 + ;\nprint x;");
        scripts.put("unclosed", "while true {\n print 1;");
        scripts.put("lexical", "let a = 1 $ 2;");
        scripts.put("assignment", "1 + 2 = 3;");
        scripts.forEach(ProgInterpreter::script);
    }
}

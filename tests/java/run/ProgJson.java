// A JSON reader and writer: parser with positions in its errors, pretty and compact printers, a path query, a
// structural difference, and a mapper from records by reflection.

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

public class ProgJson {
    static final class JsonException extends RuntimeException {
        JsonException(String message, int line, int column) {
            super(message + " at " + line + ":" + column);
        }
    }

    static final class Reader {
        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        static Object parse(String text) {
            Reader r = new Reader(text);
            Object v = r.value(0);
            r.space();
            if (r.at < text.length()) {
                throw r.error("unexpected '" + text.charAt(r.at) + "' after the value");
            }
            return v;
        }

        private JsonException error(String message) {
            int line = 1;
            int column = 1;
            for (int i = 0; i < Math.min(at, text.length()); i++) {
                column++;
                if (text.charAt(i) == '\n') {
                    line++;
                    column = 1;
                }
            }
            return new JsonException(message, line, column);
        }

        private void space() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private char peek() {
            if (at >= text.length()) {
                throw error("unexpected end");
            }
            return text.charAt(at);
        }

        private Object value(int depth) {
            if (depth > 64) {
                throw error("too deep");
            }
            space();
            char c = peek();
            switch (c) {
                case '{':
                    return object(depth);
                case '[':
                    return array(depth);
                case '"':
                    return string();
                case 't':
                    return word("true", true);
                case 'f':
                    return word("false", false);
                case 'n':
                    return word("null", null);
                default:
                    if (c == '-' || Character.isDigit(c)) {
                        return number();
                    }
                    throw error("unexpected '" + c + "'");
            }
        }

        private Object word(String w, Object value) {
            if (!text.startsWith(w, at)) {
                throw error("expected " + w);
            }
            at += w.length();
            return value;
        }

        private Map<String, Object> object(int depth) {
            Map<String, Object> out = new LinkedHashMap<>();
            at++;
            space();
            if (peek() == '}') {
                at++;
                return out;
            }
            while (true) {
                space();
                if (peek() != '"') {
                    throw error("expected a key");
                }
                String key = string();
                space();
                if (peek() != ':') {
                    throw error("expected ':'");
                }
                at++;
                if (out.containsKey(key)) {
                    throw error("duplicate key \"" + key + "\"");
                }
                out.put(key, value(depth + 1));
                space();
                char c = peek();
                at++;
                if (c == '}') {
                    return out;
                }
                if (c != ',') {
                    at--;
                    throw error("expected ',' or '}'");
                }
            }
        }

        private List<Object> array(int depth) {
            List<Object> out = new ArrayList<>();
            at++;
            space();
            if (peek() == ']') {
                at++;
                return out;
            }
            while (true) {
                out.add(value(depth + 1));
                space();
                char c = peek();
                at++;
                if (c == ']') {
                    return out;
                }
                if (c != ',') {
                    at--;
                    throw error("expected ',' or ']'");
                }
            }
        }

        private String string() {
            StringBuilder out = new StringBuilder();
            at++;
            while (true) {
                char c = peek();
                at++;
                if (c == '"') {
                    return out.toString();
                }
                if (c < ' ') {
                    at--;
                    throw error("control character in a string");
                }
                if (c != '\\') {
                    out.append(c);
                    continue;
                }
                char e = peek();
                at++;
                int simple = "\"\\/bfnrt".indexOf(e);
                if (simple >= 0) {
                    out.append("\"\\/\b\f\n\r\t".charAt(simple));
                } else if (e == 'u') {
                    if (at + 4 > text.length()) {
                        throw error("short escape");
                    }
                    try {
                        out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    } catch (NumberFormatException x) {
                        throw error("bad escape");
                    }
                    at += 4;
                } else {
                    at--;
                    throw error("unknown escape '" + e + "'");
                }
            }
        }

        private Object number() {
            int start = at;
            if (peek() == '-') {
                at++;
            }
            int digits = at;
            digits();
            if (at - digits > 1 && text.charAt(digits) == '0') {
                at = digits;
                throw error("leading zero");
            }
            boolean whole = true;
            if (at < text.length() && text.charAt(at) == '.') {
                whole = false;
                at++;
                digits();
            }
            if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
                whole = false;
                at++;
                if (at < text.length() && "+-".indexOf(text.charAt(at)) >= 0) {
                    at++;
                }
                digits();
            }
            String s = text.substring(start, at);
            if (whole && s.length() < 19) {
                return Long.parseLong(s);
            }
            return new BigDecimal(s);
        }

        private void digits() {
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at == start) {
                throw error("expected a digit");
            }
        }
    }

    static String write(Object v, boolean pretty) {
        StringBuilder out = new StringBuilder();
        write(v, out, pretty ? 0 : -1);
        return out.toString();
    }

    private static void write(Object v, StringBuilder out, int indent) {
        if (v instanceof Map<?, ?> m) {
            items(m.entrySet().iterator(), out, indent, '{', '}');
        } else if (v instanceof List<?> l) {
            items(l.iterator(), out, indent, '[', ']');
        } else if (v instanceof String s) {
            quote(s, out);
        } else {
            out.append(v);
        }
    }

    private static void items(Iterator<?> it, StringBuilder out, int indent, char open, char close) {
        out.append(open);
        boolean any = it.hasNext();
        int inner = indent < 0 ? -1 : indent + 1;
        while (it.hasNext()) {
            newline(out, inner);
            Object item = it.next();
            if (item instanceof Map.Entry<?, ?> e) {
                quote((String) e.getKey(), out);
                out.append(indent < 0 ? ":" : ": ");
                item = e.getValue();
            }
            write(item, out, inner);
            if (it.hasNext()) {
                out.append(',');
            }
        }
        if (any) {
            newline(out, indent);
        }
        out.append(close);
    }

    private static void newline(StringBuilder out, int indent) {
        if (indent >= 0) {
            out.append('\n').append("  ".repeat(indent));
        }
    }

    private static void quote(String s, StringBuilder out) {
        out.append('"');
        for (char c : s.toCharArray()) {
            int simple = "\"\\\b\f\n\r\t".indexOf(c);
            if (simple >= 0) {
                out.append('\\').append("\"\\bfnrt".charAt(simple));
            } else if (c < ' ' || c > 126) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    static Object query(Object v, String path) {
        for (String step : path.split("/")) {
            if (step.isEmpty()) {
                continue;
            }
            if (v instanceof Map<?, ?> m) {
                v = m.get(step);
            } else if (v instanceof List<?> l) {
                int i = Integer.parseInt(step);
                v = i < l.size() ? l.get(i) : null;
            } else {
                return null;
            }
        }
        return v;
    }

    static void difference(String path, Object a, Object b, List<String> out) {
        if (a instanceof Map<?, ?> m && b instanceof Map<?, ?> n) {
            TreeSet<String> keys = new TreeSet<>();
            m.keySet().forEach(k -> keys.add((String) k));
            n.keySet().forEach(k -> keys.add((String) k));
            for (String k : keys) {
                if (!m.containsKey(k)) {
                    out.add("+ " + path + "/" + k + " " + write(n.get(k), false));
                } else if (!n.containsKey(k)) {
                    out.add("- " + path + "/" + k);
                } else {
                    difference(path + "/" + k, m.get(k), n.get(k), out);
                }
            }
        } else if (a instanceof List<?> l && b instanceof List<?> k && l.size() == k.size()) {
            for (int i = 0; i < l.size(); i++) {
                difference(path + "/" + i, l.get(i), k.get(i), out);
            }
        } else if (!Objects.equals(a, b)) {
            out.add("~ " + path + " " + write(a, false) + " -> " + write(b, false));
        }
    }

    record Address(String street, long number) {
    }

    record Person(String name, long age, Address address, List<String> tags, boolean active) {
    }

    static Object toTree(Object o) throws ReflectiveOperationException {
        if (o instanceof Record r) {
            Map<String, Object> m = new LinkedHashMap<>();
            for (RecordComponent c : r.getClass().getRecordComponents()) {
                m.put(c.getName(), toTree(c.getAccessor().invoke(r)));
            }
            return m;
        }
        return o;
    }

    static <T> T fromTree(Object tree, Class<T> type) throws ReflectiveOperationException {
        if (!type.isRecord()) {
            @SuppressWarnings("unchecked")
            T t = (T) tree;
            return t;
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = fromTree(((Map<?, ?>) tree).get(components[i].getName()), types[i]);
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    public static void main(String[] args) throws Exception {
        String text = """
                { "name" : "raddle", "version": [1, 0, -7], "nested": {"empty": {}, "none": [], "deep": [[["x"]]]},
                  "numbers": [0, -0.5, 1.25e3, 12345678901234567890, 1E-2],
                  "text": "quote \\" slash \\/ tab \\t unicode \\u00e9\\u4e2d \\ud83d\\ude00",
                  "flags": [true, false, null] }""";
        Object tree = Reader.parse(text);
        System.out.println(write(tree, true));
        String compact = write(tree, false);
        System.out.println(compact);
        System.out.println("round trip " + Reader.parse(compact).equals(tree) + " "
                + write(Reader.parse(write(tree, true)), false).equals(compact));
        for (String path : List.of("name", "version/2", "nested/deep/0/0/0", "numbers/3", "absent/x", "version/9", "")) {
            Object v = query(tree, path);
            System.out.println("/" + path + " = " + (v instanceof Map ? "object of " + ((Map<?, ?>) v).size() : v));
        }
        String[] bad = {"", "{", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "[1 2]", "tru", "\"abc", "\"\\x\"", "\"\\u12g4\"", "01",
            "-", "1.", "1e", "[1]]", "{\"a\":1,\"a\":2}", "\n\n  ?", "\"tab\there\"", "[".repeat(70)};
        for (String b : bad) {
            try {
                System.out.println("accepted " + write(Reader.parse(b), false));
            } catch (JsonException e) {
                System.out.println(e.getMessage());
            }
        }
        List<String> changes = new ArrayList<>();
        difference("", Reader.parse("{\"a\":1,\"b\":{\"c\":[1,2,3],\"d\":null},\"e\":\"x\"}"),
                Reader.parse("{\"a\":2,\"b\":{\"c\":[1,5,3],\"f\":[]},\"e\":[\"x\"]}"), changes);
        changes.forEach(System.out::println);
        Person p = new Person("Ada", 36, new Address("Main \"Street\"", 5), List.of("maths", "engines"), true);
        String json = write(toTree(p), false);
        System.out.println(json);
        Person q = fromTree(Reader.parse(json), Person.class);
        System.out.println(q + " equal " + p.equals(q));
        try {
            fromTree(Reader.parse("{\"street\":5,\"number\":6}"), Address.class);
        } catch (IllegalArgumentException | InvocationTargetException e) {
            System.out.println("mapping: " + e.getMessage());
        }
    }
}

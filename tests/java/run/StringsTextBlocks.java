// Text blocks: indentation stripping, escapes, line continuation, quotes, in switch and annotations' place.
public class StringsTextBlocks {
    static final String HTML = """
        <html>
            <body class="x">
                <p>"quoted" \"""triple\""" </p>
            </body>
        </html>
        """;
    static final String NO_NEWLINE = """
        last line without newline""";
    static final String LESS = """
          two more
        margin by the closing delimiter
      """;
    static final String ESCAPES = """
        tab\there \
        joined \
        line
        trailing   \s
        octal \101 unicode \u00e9 back\\slash
        stripped   
        """;
    static final String EMPTY = """
        """;

    static void show(String name, String s) {
        System.out.println(name + " " + s.length() + " " + s.hashCode());
        System.out.println(s.replace(' ', '.').replace("\t", "\\t"));
    }

    public static void main(String[] args) {
        show("html", HTML);
        show("none", NO_NEWLINE);
        show("less", LESS);
        show("escapes", ESCAPES);
        show("empty", EMPTY);
        String json = """
            {
              "name": "%s",
              "n": %d
            }""".formatted("x", 5);
        show("json", json);
        System.out.println("""
            a
            b
            """ == "a\nb\n");
        switch ("k\n") {
            case """
                k
                """ -> System.out.println("matched");
            default -> System.out.println("no");
        }
        System.out.println("""
            cr\r\nlf "" \t| \"""" + 1 + """
             tail""");
        HTML.lines().map(String::strip).forEach(System.out::println);
    }
}

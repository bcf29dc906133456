// java.util.Properties: load, store, escapes, XML, defaults, listing; Preferences-free.
import java.io.*;
import java.util.*;

public class PropertiesFiles {
    public static void main(String[] args) throws Exception {
        String text = "# comment\n! another\n\n  key1 = value one  \nkey2:two\nkey3 three\nkey\\ "
                      + "4=4\nkey5=\\tTab\\u0041\\\\\nmulti=a,\\\n    b,\\\n    "
                      + "c\nempty\nnoval=\n=nokey\nuni\\u00e9=\u00e9\ntrail=x \\\n\\\n y\nlast=1\\";
        Properties p = new Properties();
        p.load(new StringReader(text));
        new TreeMap<>(p).forEach((k, v) -> System.out.println("[" + k + "]=[" + v + "]"));
        Properties b = new Properties();
        b.load(new ByteArrayInputStream("caf\u00e9=\u00e9\\u20ac".getBytes("ISO-8859-1")));
        System.out.println(b);
        try {
            new Properties().load(new StringReader("bad=\\u12g4"));
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        StringWriter w = new StringWriter();
        Properties one = new Properties();
        one.setProperty("k y:=#", " lead\ttab\n\u20ac\\");
        one.store(w, "first line\nsecond \u20ac");
        String[] lines = w.toString().split("\n");
        System.out.println(lines[0] + "|" + lines[1] + "|" + lines[2].startsWith("#") + "|" + lines[lines.length - 1]);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        one.store(bo, null);
        String[] bl = bo.toString("ISO-8859-1").split("\n");
        System.out.println(bl[bl.length - 1]);
        Properties back = new Properties();
        back.load(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(back.equals(one));
        Properties def = new Properties();
        def.setProperty("a", "1");
        def.setProperty("b", "2");
        Properties child = new Properties(def);
        child.setProperty("b", "22");
        child.put("obj", 5);
        System.out.println(child.getProperty("a") + child.getProperty("b") + child.getProperty("obj") + child.get("a")
            + child.getProperty("z", "dz") + new TreeSet<>(child.stringPropertyNames()) + child.size()
            + child.containsKey("a") + Collections.list(child.propertyNames()).size());
        try {
            child.store(new StringWriter(), null);
        } catch (ClassCastException e) { System.out.println("not a string"); }
        try {
            p.setProperty("k", null);
        } catch (NullPointerException e) { System.out.println("null"); }
        StringWriter lw = new StringWriter();
        one.list(new PrintWriter(lw, true));
        System.out.print(lw);
        one.remove("k y:=#");
        one.setProperty("x", "<&>");
        bo.reset();
        one.storeToXML(bo, "c");
        System.out.println(bo.toString("UTF-8"));
        Properties xml = new Properties();
        xml.loadFromXML(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(xml);
        System.out.println(System.getProperty("no.such") + System.getProperty("no.such", "d")
            + System.setProperty("my.own", "v") + System.getProperty("my.own") + System.clearProperty("my.own")
            + System.getProperty("my.own") + Integer.getInteger("my.int", 5) + Boolean.getBoolean("my.flag")
            + Long.getLong("nope") + System.getProperty("line.separator").length()
            + System.getProperty("file.separator") + System.getProperty("path.separator")
            + System.lineSeparator().length() + System.getProperty("java.specification.version").isEmpty()
            + System.getProperty("java.vm.name").isEmpty());
        try {
            System.getProperty("");
        } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}

// Class path resources: relative and absolute names, streams, URLs, properties and bundles, missing ones, JDK resources, packages.
package pack.age;

import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Resources {
    static String read(InputStream in) throws IOException {
        if (in == null) return null;
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
    public static void main(String[] args) throws Exception {
        System.out.println(read(Resources.class.getResourceAsStream("near.txt")) + " "
            + read(Resources.class.getResourceAsStream("/top.txt")) + " "
            + read(Resources.class.getResourceAsStream("top.txt")) + " "
            + read(Resources.class.getClassLoader().getResourceAsStream("pack/age/near.txt"))
            + read(Resources.class.getClassLoader().getResourceAsStream("/top.txt"))
            + read(ClassLoader.getSystemResourceAsStream("top.txt"))
            + read(Thread.currentThread().getContextClassLoader().getResourceAsStream("dir/with space.txt")));
        URL u = Resources.class.getResource("near.txt");
        System.out.println(u.getProtocol() + " " + u.getPath().endsWith("Resources.d/pack/age/near.txt") + " "
            + read(u.openStream()) + Resources.class.getResource("none") + u.openConnection().getContentLength());
        URL sp = ClassLoader.getSystemResource("dir/with space.txt");
        System.out.println(sp.getPath().endsWith("with%20space.txt") + " " + new File(sp.toURI()).getName() + " "
            + Resources.class.getResource("/").getProtocol());
        System.out.println(Collections.list(ClassLoader.getSystemResources("top.txt")).size() + " "
            + Collections.list(Resources.class.getClassLoader().getResources("none")).size());
        byte[] self = Resources.class.getResourceAsStream("Resources.class").readAllBytes();
        System.out.println(
            Integer.toHexString((self[0] & 255) << 24 | (self[1] & 255) << 16 | (self[2] & 255) << 8 | self[3] & 255)
            + " major " + self[7]);
        byte[] jdk = Object.class.getResourceAsStream("Object.class").readAllBytes();
        System.out.println((jdk[0] & 255) + " " + Object.class.getResource("Object.class") + " "
            + (ClassLoader.getSystemResource("java/util/ArrayList.class") != null));
        Properties p = new Properties();
        try (InputStream in = Resources.class.getResourceAsStream("/conf.properties")) {
            p.load(in);
        }
        System.out.println(new TreeMap<>(p));
        ResourceBundle rb = ResourceBundle.getBundle("pack.age.text", Locale.ROOT);
        System.out.println(rb.getString("hello") + " " + new TreeSet<>(rb.keySet()));
        ResourceBundle de = ResourceBundle.getBundle("pack.age.text", Locale.GERMANY);
        System.out.println(de.getString("hello") + de.getString("only") + " " + de.getLocale());
        try {
            rb.getString("missing");
        } catch (MissingResourceException e) { System.out.println(e.getMessage() + " " + e.getKey()); }
        try {
            ResourceBundle.getBundle("nope", Locale.ROOT);
        } catch (MissingResourceException e) { System.out.println(e.getMessage()); }
        System.out.println(Resources.class.getPackage() + " " + Resources.class.getPackageName() + " "
            + Resources.class.getName() + new Inner().getClass().getName() + " "
            + Package.getPackage("pack.age").getName() + Resources.class.getModule().isNamed()
            + Resources.class.getModule().getName() + String.class.getModule() + " "
            + Resources.class.getClassLoader().getClass().getSimpleName() + ClassLoader.getSystemClassLoader().getName()
            + ClassLoader.getPlatformClassLoader().getName() + ClassLoader.getPlatformClassLoader().getParent());
        throw new Oops("in package");
    }
    static class Inner {}
    static class Oops extends Exception {
        Oops(String m) { super(m); }
    }
}

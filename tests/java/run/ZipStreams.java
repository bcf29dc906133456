// Deflater and Inflater, GZIP, zip and jar streams and files: round trips, entries, comments, stored entries, corrupt data.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.zip.*;

public class ZipStreams {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    public static void main(String[] args) throws Exception {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 3000; i++) sb.append("line ").append(i % 37).append('\n');
        byte[] text = sb.toString().getBytes(), rnd = new byte[20000];
        new Random(4).nextBytes(rnd);
        for (byte[] d : new byte[][] {{}, {1}, text, rnd}) {
            ByteArrayOutputStream bo = new ByteArrayOutputStream();
            try (GZIPOutputStream g = new GZIPOutputStream(bo)) {
                g.write(d);
            }
            byte[] z = bo.toByteArray();
            byte[] back = new GZIPInputStream(new ByteArrayInputStream(z)).readAllBytes();
            System.out.println(d.length + " " + (z.length < d.length) + Arrays.equals(d, back) + z[0] + z[1]);
        }
        for (int level : new int[] {0, 1, 6, 9})
            for (boolean nowrap : new boolean[] {false, true}) {
                Deflater df = new Deflater(level, nowrap);
                df.setInput(text);
                df.finish();
                byte[] buf = new byte[100_000];
                int n = 0;
                while (!df.finished()) n += df.deflate(buf, n, Math.min(777, buf.length - n));
                Inflater inf = new Inflater(nowrap);
                inf.setInput(buf, 0, n);
                byte[] out = new byte[text.length];
                int got = 0;
                while (!inf.finished()) {
                    int k = inf.inflate(out, got, Math.min(1000, out.length - got));
                    if (k == 0 && (inf.needsInput() || inf.needsDictionary())) break;
                    got += k;
                }
                System.out.println(level + " " + nowrap + (n < text.length) + Arrays.equals(out, text) + df.getTotalIn()
                    + inf.getTotalOut() + (df.getTotalOut() == n) + (inf.getRemaining()));
                df.end();
                inf.end();
            }
        Deflater dd = new Deflater();
        dd.setDictionary("line ".getBytes());
        dd.setInput("line line line".getBytes());
        dd.finish();
        byte[] db = new byte[100];
        int dn = dd.deflate(db);
        Inflater di = new Inflater();
        di.setInput(db, 0, dn);
        byte[] dout = new byte[100];
        System.out.println(di.inflate(dout) + " " + di.needsDictionary() + Long.toHexString(di.getAdler()));
        di.setDictionary("line ".getBytes());
        System.out.println(new String(dout, 0, di.inflate(dout)));
        t("bad zlib", () -> {
            Inflater i = new Inflater();
            i.setInput(new byte[] {1, 2, 3, 4});
            return i.inflate(new byte[10]);
        });
        t("bad gzip",
            () -> new GZIPInputStream(new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})).read());
        t("short gzip", () -> new GZIPInputStream(new ByteArrayInputStream(new byte[] {31, (byte) 139, 8})).read());
        t("corrupt", () -> {
            ByteArrayOutputStream bo = new ByteArrayOutputStream();
            try (GZIPOutputStream g = new GZIPOutputStream(bo)) {
                g.write(text);
            }
            byte[] z = bo.toByteArray();
            z[z.length - 6] ^= 1;
            return new GZIPInputStream(new ByteArrayInputStream(z)).readAllBytes().length;
        });
        t("closed", () -> {
            Deflater d = new Deflater();
            d.end();
            return d.deflate(new byte[5]);
        });
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ZipOutputStream z = new ZipOutputStream(bo)) {
            z.setComment("zip comment");
            ZipEntry a = new ZipEntry("a.txt");
            a.setTime(1_000_000_000_000L);
            a.setComment("first");
            z.putNextEntry(a);
            z.write("hello".getBytes());
            z.closeEntry();
            z.putNextEntry(new ZipEntry("dir/"));
            z.closeEntry();
            ZipEntry st = new ZipEntry("dir/stored.bin");
            st.setMethod(ZipEntry.STORED);
            st.setSize(rnd.length);
            CRC32 c = new CRC32();
            c.update(rnd);
            st.setCrc(c.getValue());
            z.putNextEntry(st);
            z.write(rnd);
            z.closeEntry();
            ZipEntry x = new ZipEntry("\u00e9\u20ac.txt");
            x.setExtra(new byte[] {1, 2, 0, 0});
            z.putNextEntry(x);
            z.write(text);
            try {
                z.putNextEntry(new ZipEntry("a.txt"));
            } catch (ZipException e) { System.out.println(e.getMessage()); }
        }
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            ZipEntry e;
            while ((e = in.getNextEntry()) != null) {
                byte[] d = in.readAllBytes();
                System.out.println(
                    e.getName() + " " + d.length + e.isDirectory() + e.getMethod() + " " + Arrays.hashCode(d));
            }
        }
        Path f = Files.createTempFile("raddle", ".zip");
        Files.write(f, bo.toByteArray());
        try (ZipFile z = new ZipFile(f.toFile())) {
            System.out.println(z.size() + " " + z.getComment() + z.getEntry("none"));
            z.stream().forEach(e
                -> System.out.println(e.getName() + " " + e.getSize() + " " + Long.toHexString(e.getCrc()) + " "
                    + e.getComment() + e.getMethod() + (e.getCompressedSize() <= e.getSize() + 10)));
            System.out.println(new String(z.getInputStream(z.getEntry("a.txt")).readAllBytes())
                + z.getEntry("a.txt").getTime() + (z.getEntry("dir") != null)
                + z.getInputStream(z.getEntry("dir/stored.bin")).readNBytes(100).length);
        }
        t("closed zip", () -> {
            ZipFile z = new ZipFile(f.toFile());
            z.close();
            return z.size();
        });
        Files.write(f, new byte[] {1, 2, 3});
        t("not zip", () -> new ZipFile(f.toFile()));
        t("missing zip", () -> new ZipFile("/no/such.zip"));
        Files.delete(f);
        Path jar = Files.createTempFile("raddle", ".jar");
        Manifest m = new Manifest();
        m.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        m.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "x.Main");
        m.getMainAttributes().putValue("Long-Value", "v".repeat(100));
        Attributes at = new Attributes();
        at.putValue("Sealed", "true");
        m.getEntries().put("x/", at);
        try (JarOutputStream j = new JarOutputStream(new FileOutputStream(jar.toFile()), m)) {
            j.putNextEntry(new JarEntry("x/r.txt"));
            j.write("resource".getBytes());
        }
        try (JarFile j = new JarFile(jar.toFile())) {
            System.out.println(j.getManifest().getMainAttributes().getValue("Main-Class")
                + j.getManifest().getMainAttributes().getValue("long-value").length()
                + j.getManifest().getAttributes("x/").getValue("sealed") + j.stream().map(JarEntry::getName).toList()
                + j.isMultiRelease());
        }
        try (java.net.URLClassLoader cl = new java.net.URLClassLoader(new java.net.URL[] {jar.toUri().toURL()}, null)) {
            System.out.println(
                new String(cl.getResourceAsStream("x/r.txt").readAllBytes()) + cl.getResource("x/r.txt").getProtocol());
            t("no class in jar", () -> cl.loadClass("x.Main"));
        }
        ByteArrayOutputStream mo = new ByteArrayOutputStream();
        m.write(mo);
        String[] ml = mo.toString().split("\r\n");
        System.out.println(ml.length + " " + ml[0] + Arrays.stream(ml).mapToInt(String::length).max().getAsInt());
        Manifest back = new Manifest(new ByteArrayInputStream(mo.toByteArray()));
        System.out.println(back.equals(m));
        try (FileSystem fs = FileSystems.newFileSystem(jar, (ClassLoader) null)) {
            System.out.println(Files.readString(fs.getPath("/x/r.txt")) + Files.exists(fs.getPath("nope")));
            Files.writeString(fs.getPath("/new.txt"), "added");
        }
        try (ZipFile z = new ZipFile(jar.toFile())) {
            System.out.println(z.stream().map(ZipEntry::getName).sorted().toList());
        }
        Files.delete(jar);
    }
}

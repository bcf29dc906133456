// java.io.File, file streams and RandomAccessFile in a temporary directory.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.*;

public class IoFiles {
    interface Body {
        Object run() throws Exception;
    }
    static File dir;
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + String.valueOf(e).replace(dir.getPath(), "DIR")); }
    }
    static void delete(File f) {
        File[] in = f.listFiles();
        if (in != null)
            for (File x : in) delete(x);
        if (!f.delete()) System.out.println("not deleted " + f.getName());
    }
    public static void main(String[] args) throws Exception {
        dir = Files.createTempDirectory("raddle").toFile();
        File f = new File(dir, "a.txt");
        System.out.println(f.exists() + " " + f.createNewFile() + f.createNewFile() + f.length() + f.isFile()
            + f.isDirectory() + f.canRead() + f.canWrite() + f.getName() + f.getParentFile().equals(dir) + f.isHidden()
            + f.isAbsolute());
        try (FileWriter w = new FileWriter(f, StandardCharsets.UTF_8)) {
            w.write("line one\nl\u00efne two\n");
        }
        try (FileWriter w = new FileWriter(f, StandardCharsets.UTF_8, true)) {
            w.append("three");
        }
        System.out.println(f.length());
        try (BufferedReader r = new BufferedReader(new FileReader(f, StandardCharsets.UTF_8))) {
            System.out.println(r.lines().toList());
        }
        try (FileInputStream in = new FileInputStream(f)) {
            System.out.println(in.available() + " " + in.read() + in.skip(3) + (char) in.read()
                + in.read(new byte[5], 1, 3) + in.readAllBytes().length + in.read() + in.getChannel().position());
        }
        t("missing", () -> new FileInputStream(new File(dir, "none")));
        t("dir as file", () -> new FileInputStream(dir));
        t("write to dir", () -> new FileOutputStream(dir));
        t("no parent", () -> new FileOutputStream(new File(dir, "x/y")));
        t("closed", () -> {
            FileInputStream in = new FileInputStream(f);
            in.close();
            return in.read();
        });
        File sub = new File(dir, "sub/deep");
        System.out.println(sub.mkdir() + " " + sub.mkdirs() + sub.mkdirs() + sub.isDirectory());
        File b = new File(sub, "b.bin");
        try (DataOutputStream d = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(b)))) {
            for (int i = 0; i < 1000; i++) d.writeInt(i * i);
        }
        try (RandomAccessFile ra = new RandomAccessFile(b, "rw")) {
            System.out.println(ra.length() + " " + ra.readInt());
            ra.seek(400);
            System.out.println(ra.readInt() + " " + ra.getFilePointer());
            ra.seek(400);
            ra.writeInt(-1);
            ra.seek(ra.length());
            ra.writeUTF("tail");
            ra.writeDouble(2.5);
            ra.seek(4000);
            System.out.println(ra.readUTF() + ra.readDouble() + ra.read());
            ra.setLength(404);
            ra.seek(400);
            System.out.println(ra.readInt() + " " + ra.length() + ra.skipBytes(10));
            ra.seek(1000);
            ra.write(7);
            System.out.println(ra.length());
            ra.seek(500);
            System.out.println(ra.readByte());
            t("seek negative", () -> {
                ra.seek(-1);
                return 0;
            });
            t("eof", () -> {
                ra.seek(999);
                return ra.readInt();
            });
        }
        t("read only", () -> {
            try (RandomAccessFile ra = new RandomAccessFile(b, "r")) {
                ra.write(1);
                return 0;
            }
        });
        t("bad mode", () -> new RandomAccessFile(b, "x"));
        t("raf missing", () -> new RandomAccessFile(new File(dir, "nope"), "r"));
        String[] names = dir.list();
        Arrays.sort(names);
        System.out.println(Arrays.toString(names) + Arrays.toString(dir.list((d, n) -> n.endsWith(".txt")))
            + dir.listFiles(File::isDirectory).length + f.list() + new File(dir, "none").listFiles());
        File c = new File(dir, "c.txt");
        System.out.println(f.renameTo(c) + " " + f.exists() + c.exists() + f.renameTo(c) + new File(dir, "sub").delete()
            + c.setLastModified(1_000_000_000_000L) + c.lastModified() + c.setReadOnly() + c.canWrite());
        File p = new File("/a/./b/../c//d/");
        System.out.println(p + " " + p.getPath() + p.getName() + p.getParent() + p.getAbsolutePath()
            + p.getCanonicalPath() + p.toURI() + p.hashCode() + p.compareTo(new File("/a")) + new File("x").getParent()
            + new File("").getName().isEmpty() + new File("/").getName().isEmpty() + new File("rel", "child")
            + new File((String) null, "z") + File.separator + File.pathSeparatorChar
            + new File("x").equals(new File("./x")) + new File("a\\b").getName());
        File tmp = File.createTempFile("pre", ".suf", dir);
        System.out.println(tmp.getName().startsWith("pre") + " " + tmp.getName().endsWith(".suf") + tmp.length());
        t("short prefix", () -> File.createTempFile("a", null));
        tmp.deleteOnExit();
        try (PrintStream ps = new PrintStream(new File(dir, "ps.txt"), "ISO-8859-1")) {
            ps.println("\u00e9\u20ac");
        }
        System.out.println(Arrays.toString(Files.readAllBytes(new File(dir, "ps.txt").toPath())));
        try (Scanner s = new Scanner(new File(dir, "c.txt"), "UTF-8")) {
            int n = 0;
            while (s.hasNext()) {
                s.next();
                n++;
            }
            System.out.println(n);
        }
        StringBuilder big = new StringBuilder();
        for (int i = 0; i < 20000; i++) big.append(i).append(i % 10 == 0 ? '\n' : ' ');
        File bf = new File(dir, "big");
        try (Writer w = new OutputStreamWriter(new FileOutputStream(bf))) {
            w.write(big.toString());
        }
        try (BufferedReader r = new BufferedReader(new FileReader(bf))) {
            long sum = 0;
            String l;
            int n = 0;
            while ((l = r.readLine()) != null) {
                n++;
                for (String x : l.split(" "))
                    if (!x.isEmpty()) sum += Integer.parseInt(x);
            }
            System.out.println(n + " " + sum + " " + bf.length());
        }
        delete(dir);
        System.out.println(dir.exists());
    }
}

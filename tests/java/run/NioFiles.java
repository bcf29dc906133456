// java.nio.file: paths, Files operations, attributes, walking, copying, links, watching nothing; all in a temporary directory.
import java.io.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.util.*;
import java.util.stream.*;

public class NioFiles {
    interface Body {
        Object run() throws Exception;
    }
    static Path dir;
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + String.valueOf(e).replace(dir.toString(), "DIR")); }
    }
    public static void main(String[] args) throws Exception {
        Path p = Paths.get("/a/b/../c/./d.txt");
        System.out.println(p + " " + p.normalize() + " " + p.getFileName() + p.getParent() + p.getRoot()
            + p.getNameCount() + p.getName(1) + p.subpath(1, 3) + p.isAbsolute() + p.startsWith("/a")
            + p.endsWith("d.txt") + p.resolve("x") + p.resolve("/abs") + p.resolveSibling("e")
            + Path.of("/a/b").relativize(Path.of("/a/c/d")) + Path.of("x", "y", "z") + Path.of("/a//b/")
            + Path.of("").toString().isEmpty() + p.compareTo(Path.of("/a")) + Path.of("a").equals(Path.of("a"))
            + p.hashCode() + p.toUri());
        for (Path x : p) System.out.print(x + ",");
        System.out.println(Path.of("../x").normalize() + " " + Path.of("/../x").normalize()
            + Path.of("a/..").normalize() + "|" + Path.of("/").getFileName() + Path.of("a").getParent());
        dir = Path.of("/tmp");
        t("relativize mixed", () -> Path.of("/a").relativize(Path.of("b")));
        t("bad path", () -> Path.of("a\0b"));
        t("subpath", () -> p.subpath(3, 1));
        dir = Files.createTempDirectory("raddle");
        Path f = dir.resolve("f.txt");
        Files.writeString(f, "alpha\nbeta\n\u20ac");
        System.out.println(Files.readString(f).length() + " " + Files.readAllLines(f) + Files.size(f) + Files.exists(f)
            + Files.notExists(f) + Files.isRegularFile(f) + Files.isDirectory(dir) + Files.readAllBytes(f).length);
        Files.write(f, List.of("gamma", "delta"), StandardOpenOption.APPEND);
        try (Stream<String> l = Files.lines(f)) {
            System.out.println(l.map(String::toUpperCase).toList());
        }
        t("create new", () -> Files.createFile(f));
        t("missing", () -> Files.readString(dir.resolve("none")));
        t("new exists", () -> Files.newOutputStream(f, StandardOpenOption.CREATE_NEW));
        t("delete non-empty", () -> {
            Files.createDirectories(dir.resolve("d/e/f"));
            Files.delete(dir.resolve("d"));
            return 0;
        });
        t("delete missing", () -> {
            Files.delete(dir.resolve("zzz"));
            return 0;
        });
        t("deleteIfExists", () -> Files.deleteIfExists(dir.resolve("zzz")));
        t("mkdir exists", () -> Files.createDirectory(dir));
        t("list file", () -> Files.list(f));
        t("charset", () -> {
            Files.write(dir.resolve("bad"), new byte[] {(byte) 0xff, 'x'});
            return Files.readString(dir.resolve("bad"));
        });
        Files.copy(f, dir.resolve("d/copy.txt"));
        t("copy exists", () -> Files.copy(f, dir.resolve("d/copy.txt")));
        Files.copy(
            f, dir.resolve("d/copy.txt"), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(dir.resolve("d/copy.txt"), dir.resolve("d/e/moved.txt"));
        System.out.println(Files.exists(dir.resolve("d/copy.txt")) + " "
            + Files.mismatch(f, dir.resolve("d/e/moved.txt")) + Files.isSameFile(f, dir.resolve("./f.txt"))
            + Files.copy(new ByteArrayInputStream(new byte[] {1, 2, 3}), dir.resolve("stream"))
            + Files.copy(f, new ByteArrayOutputStream()));
        Files.createSymbolicLink(dir.resolve("link"), Path.of("f.txt"));
        System.out.println(Files.isSymbolicLink(dir.resolve("link")) + " " + Files.readSymbolicLink(dir.resolve("link"))
            + Files.size(dir.resolve("link")) + dir.resolve("link").toRealPath().getFileName()
            + Files.exists(dir.resolve("link"), LinkOption.NOFOLLOW_LINKS)
            + Files.isRegularFile(dir.resolve("link"), LinkOption.NOFOLLOW_LINKS));
        try (Stream<Path> w = Files.walk(dir)) {
            System.out.println(w.map(x -> dir.relativize(x).toString()).sorted().toList());
        }
        try (Stream<Path> w = Files.walk(dir, 1)) {
            System.out.println(w.count());
        }
        try (Stream<Path> w = Files.find(dir, 9, (x, at) -> at.isRegularFile() && x.toString().endsWith(".txt"))) {
            System.out.println(w.map(x -> x.getFileName().toString()).sorted().toList());
        }
        try (DirectoryStream<Path> ds = Files.newDirectoryStream(dir, "{f,b}*")) {
            List<String> names = new ArrayList<>();
            for (Path x : ds) names.add(x.getFileName().toString());
            Collections.sort(names);
            System.out.println(names);
        }
        PathMatcher pm = FileSystems.getDefault().getPathMatcher("glob:**/*.{txt,md}");
        System.out.println(pm.matches(f) + " " + pm.matches(Path.of("x.java"))
            + FileSystems.getDefault().getPathMatcher("regex:.*f.*").matches(Path.of("xfy")));
        FileTime ft = FileTime.fromMillis(1_500_000_000_000L);
        Files.setLastModifiedTime(f, ft);
        BasicFileAttributes at = Files.readAttributes(f, BasicFileAttributes.class);
        System.out.println(Files.getLastModifiedTime(f) + " " + at.size() + at.isDirectory() + at.isSymbolicLink()
            + at.lastModifiedTime().toMillis() + (at.fileKey() != null) + Files.getAttribute(f, "size")
            + new TreeSet<>(Files.readAttributes(f, "size,isDirectory").keySet()));
        Files.setPosixFilePermissions(f, PosixFilePermissions.fromString("rw-r-----"));
        System.out.println(PosixFilePermissions.toString(Files.getPosixFilePermissions(f)) + " " + Files.isReadable(f)
            + Files.isExecutable(f) + Files.isHidden(dir.resolve(".h")) + FileTime.from(java.time.Instant.EPOCH)
            + ft.compareTo(FileTime.fromMillis(0)));
        StringBuilder visit = new StringBuilder();
        Files.walkFileTree(dir.resolve("d"), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path x, BasicFileAttributes a) {
                visit.append("pre ").append(x.getFileName()).append(';');
                return x.endsWith("f") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }
            @Override
            public FileVisitResult visitFile(Path x, BasicFileAttributes a) {
                return FileVisitResult.CONTINUE;
            }
            @Override
            public FileVisitResult postVisitDirectory(Path x, IOException e) throws IOException {
                visit.append("post ").append(x.getFileName()).append(';');
                return FileVisitResult.CONTINUE;
            }
        });
        System.out.println(visit);
        try (BufferedWriter w = Files.newBufferedWriter(dir.resolve("w"), StandardCharsets.UTF_16BE)) {
            w.write("wide");
            w.newLine();
        }
        try (BufferedReader r = Files.newBufferedReader(dir.resolve("w"), StandardCharsets.UTF_16BE)) {
            System.out.println(r.readLine() + Files.size(dir.resolve("w")));
        }
        try (InputStream in = Files.newInputStream(f)) {
            System.out.println(in.readNBytes(3).length);
        }
        Path tmp = Files.createTempFile(dir, "pre", ".suf");
        System.out.println(tmp.getFileName().toString().matches("pre\\d+\\.suf") + " "
            + Files.getFileStore(dir).name().isEmpty() + Files.probeContentType(Path.of("x.txt"))
            + dir.getFileSystem().getSeparator() + dir.getFileSystem().isOpen() + f.toFile().getName()
            + f.getFileSystem().provider().getScheme());
        try (Stream<Path> w = Files.walk(dir)) {
            w.sorted(Comparator.reverseOrder()).forEach(x -> {
                try {
                    Files.delete(x);
                } catch (IOException e) { System.out.println(e); }
            });
        }
        System.out.println(Files.exists(dir));
    }
}

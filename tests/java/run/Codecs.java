// Base64 in all flavours, MessageDigest algorithms, HMAC, CRC32, CRC32C, Adler32 against known values.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.security.*;
import java.util.*;
import java.util.zip.*;

public class Codecs {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    static String hex(byte[] b) { return HexFormat.of().formatHex(b); }
    public static void main(String[] args) throws Exception {
        byte[] all = new byte[256];
        for (int i = 0; i < 256; i++) all[i] = (byte) i;
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\u20ac\ud83d\ude00"}) {
            byte[] b = s.getBytes(StandardCharsets.UTF_8);
            String e = Base64.getEncoder().encodeToString(b);
            System.out.println(e + " " + Base64.getEncoder().withoutPadding().encodeToString(b) + " "
                + Arrays.equals(Base64.getDecoder().decode(e), b)
                + Arrays.equals(Base64.getDecoder().decode(Base64.getEncoder().withoutPadding().encode(b)), b));
        }
        System.out.println(Base64.getEncoder().encodeToString(all));
        System.out.println(Base64.getUrlEncoder().encodeToString(all));
        System.out.println(Base64.getMimeEncoder().encodeToString(all));
        System.out.println(Base64.getMimeEncoder(8, new byte[] {'|'}).encodeToString("wrapped text".getBytes()));
        for (String bad : new String[] {"a", "ab=c", "a!b=", "abc", "abcd=", "====", "YQ=", "YQ==x", "ab\ncd"})
            t("decode " + bad.replace("\n", "\\n"), () -> hex(Base64.getDecoder().decode(bad)));
        t("mime", () -> new String(Base64.getMimeDecoder().decode("Zm9v\r\n YmFy!!")));
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (OutputStream o = Base64.getEncoder().wrap(bo)) {
            for (byte b : all) o.write(b);
        }
        System.out.println(bo.size() + " "
            + Arrays.equals(Base64.getDecoder().wrap(new ByteArrayInputStream(bo.toByteArray())).readAllBytes(), all));
        System.out.println(Base64.getDecoder().decode(java.nio.ByteBuffer.wrap("Zm9v".getBytes())).remaining());
        byte[] big = new byte[10_000];
        for (int i = 0; i < big.length; i++) big[i] = (byte) (i * 31 >> 3);
        for (String alg : new String[] {
                 "MD5", "SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512", "SHA-512/256", "SHA3-256", "MD2"}) {
            MessageDigest md = MessageDigest.getInstance(alg);
            System.out.println(alg + " " + md.getDigestLength() + " " + hex(md.digest()) + " "
                + hex(md.digest("abc".getBytes())) + " " + hex(md.digest(big)));
            md.update(big, 0, 5_000);
            MessageDigest cl = (MessageDigest) md.clone();
            md.update((byte) 1);
            md.reset();
            cl.update(big, 5_000, 5_000);
            System.out.println(MessageDigest.isEqual(cl.digest(), md.digest(big)) + " " + md.getAlgorithm()
                + md.getProvider().getName());
        }
        t("no alg", () -> MessageDigest.getInstance("NOPE-1"));
        for (String m : new String[] {"HmacMD5", "HmacSHA1", "HmacSHA256"}) {
            javax.crypto.Mac mac = javax.crypto.Mac.getInstance(m);
            mac.init(new javax.crypto.spec.SecretKeySpec("key".getBytes(), m));
            System.out.println(m + " " + hex(mac.doFinal("The quick brown fox jumps over the lazy dog".getBytes())));
        }
        for (Checksum c : new Checksum[] {new CRC32(), new CRC32C(), new Adler32()}) {
            StringBuilder s = new StringBuilder(c.getClass().getSimpleName());
            for (byte[] b : new byte[][] {{}, "123456789".getBytes(), all, big}) {
                c.reset();
                c.update(b, 0, b.length);
                s.append(' ').append(Long.toHexString(c.getValue()));
            }
            c.reset();
            for (int i = 0; i < 1000; i++) c.update(big[i]);
            s.append(' ').append(Long.toHexString(c.getValue()));
            c.update(java.nio.ByteBuffer.wrap(all));
            s.append(' ').append(Long.toHexString(c.getValue()));
            System.out.println(s);
        }
        CheckedInputStream ci = new CheckedInputStream(new ByteArrayInputStream(all), new CRC32());
        ci.readAllBytes();
        System.out.println(Long.toHexString(ci.getChecksum().getValue()));
        DigestInputStream di =
            new DigestInputStream(new ByteArrayInputStream("abc".getBytes()), MessageDigest.getInstance("SHA-1"));
        di.readAllBytes();
        System.out.println(hex(di.getMessageDigest().digest()));
        SecureRandom sr = new SecureRandom();
        System.out.println(sr.nextInt(10) < 10);
        System.out.println(java.net.URLEncoder.encode("a b&c=\u20ac/~*", "UTF-8") + " "
            + java.net.URLDecoder.decode("a+b%26%E2%82%AC", "UTF-8"));
        t("bad url", () -> java.net.URLDecoder.decode("%zz", "UTF-8"));
        java.net.URI u = new java.net.URI("http://user@host:8080/p/a/../b?q=1#frag");
        System.out.println(u.getHost() + u.getPort() + u.getPath() + u.getQuery() + u.getFragment() + u.normalize()
            + u.resolve("../x") + u.relativize(new java.net.URI("http://user@host:8080/p/a/../b/c"))
            + new java.net.URI("mailto", "a@b", null) + u.compareTo(new java.net.URI("x:y")));
        t("bad uri", () -> new java.net.URI("http://a b"));
        t("bad url2", () -> new java.net.URL("nope://x"));
    }
}

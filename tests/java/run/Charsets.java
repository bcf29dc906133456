// Charsets: encode and decode round trips, malformed and unmappable input with every action, aliases, byte order marks, incremental decoding.
import java.nio.*;
import java.nio.charset.*;
import java.util.*;

public class Charsets {
    static String hex(byte[] b) {
        StringBuilder s = new StringBuilder();
        for (byte x : b) s.append(String.format("%02x", x));
        return s.toString();
    }
    static String esc(String s) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) b.append(c < 127 && c > 31 ? "" + c : String.format("\\u%04x", (int) c));
        return b.toString();
    }
    public static void main(String[] args) throws Exception {
        String[] texts = {"plain", "caf\u00e9", "\u20ac100", "\u65e5\u672c", "\ud83d\ude00!", "\ud83dx", "x\ude00",
            "\ufeffbom", "\u0000\u007f\u0080\u07ff\u0800\uffff"};
        for (String cs : new String[] {"US-ASCII", "ISO-8859-1", "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32",
                 "windows-1252", "ISO-8859-15", "IBM437"})
            for (String t : texts) {
                byte[] b = t.getBytes(cs);
                System.out.println(cs + " " + esc(t) + " " + hex(b) + " " + esc(new String(b, cs)) + " "
                    + Charset.forName(cs).newEncoder().canEncode(t));
            }
        byte[][] bad = {{(byte) 0xff}, {(byte) 0xc3}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xe2, (byte) 0x82},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            {'a', (byte) 0x80, 'b'}, {(byte) 0xe2, (byte) 0x28, (byte) 0xa1}, {(byte) 0xf0, (byte) 0x9f, (byte) 0x98},
            {(byte) 0xf0, (byte) 0x9f, (byte) 0x98, (byte) 0x80, (byte) 0x80}};
        for (byte[] b : bad) {
            System.out.print(hex(b) + " " + esc(new String(b, StandardCharsets.UTF_8)) + " ");
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(b));
                System.out.print("fine ");
            } catch (CharacterCodingException e) {
                System.out.print(e.getClass().getSimpleName() + " " + e.getMessage() + " ");
            }
            System.out.println(esc(StandardCharsets.UTF_8.newDecoder()
                                       .onMalformedInput(CodingErrorAction.REPLACE)
                                       .replaceWith("!")
                                       .decode(ByteBuffer.wrap(b))
                                       .toString())
                + " "
                + esc(StandardCharsets.UTF_8.newDecoder()
                        .onMalformedInput(CodingErrorAction.IGNORE)
                        .decode(ByteBuffer.wrap(b))
                        .toString()));
        }
        try {
            StandardCharsets.US_ASCII.newEncoder().encode(CharBuffer.wrap("a\u00e9"));
        } catch (UnmappableCharacterException e) { System.out.println(e.getMessage() + " " + e.getInputLength()); }
        try {
            StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap("\ud800"));
        } catch (MalformedInputException e) { System.out.println(e.getMessage()); }
        CharsetDecoder d = StandardCharsets.UTF_8.newDecoder();
        CharBuffer out = CharBuffer.allocate(3);
        ByteBuffer in = ByteBuffer.wrap("a\u20acb\ud83d\ude00c".getBytes("UTF-8"));
        StringBuilder log = new StringBuilder();
        while (true) {
            CoderResult r = d.decode(in, out, true);
            out.flip();
            log.append(r).append(' ').append(esc(out.toString())).append(' ').append(in.position()).append("; ");
            out.clear();
            if (r.isUnderflow()) break;
        }
        System.out.println(log + "" + d.flush(out));
        CharsetDecoder part = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer pin = ByteBuffer.allocate(10);
        CharBuffer pout = CharBuffer.allocate(10);
        for (byte x : "\u20ac\u00e9".getBytes("UTF-8")) {
            pin.put(x).flip();
            CoderResult r = part.decode(pin, pout, false);
            System.out.print(r + " " + pout.position() + " " + pin.remaining() + "; ");
            pin.compact();
        }
        System.out.println(esc(pout.flip().toString()));
        try {
            part.reset();
            CharsetEncoder e = StandardCharsets.UTF_8.newEncoder();
            e.encode(CharBuffer.wrap("x"), ByteBuffer.allocate(4), true);
            e.encode(CharBuffer.wrap("x"), ByteBuffer.allocate(4), false);
        } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
        System.out.println(new TreeSet<>(Charset.forName("latin1").aliases()).contains("l1") + " "
            + Charset.forName("utf8") + Charset.isSupported("EBCDIC-XYZ")
            + Charset.forName("utf-8").equals(StandardCharsets.UTF_8)
            + StandardCharsets.UTF_8.contains(StandardCharsets.US_ASCII)
            + StandardCharsets.UTF_8.newEncoder().maxBytesPerChar()
            + StandardCharsets.UTF_8.newDecoder().averageCharsPerByte() + Charset.forName("windows-1252").displayName()
            + StandardCharsets.UTF_16.canEncode() + StandardCharsets.UTF_8.compareTo(StandardCharsets.UTF_16));
        for (String n : new String[] {"no-such-charset", "bad name!", ""}) try {
                Charset.forName(n);
            } catch (IllegalArgumentException e) { System.out.println(e); }
        try {
            "x".getBytes("nope");
        } catch (java.io.UnsupportedEncodingException e) { System.out.println(e); }
        System.out.println(hex(StandardCharsets.UTF_16.encode("a").array()) + " "
            + esc(new String(new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0}, "UTF-16"))
            + esc(new String(new byte[] {0, 'a', 0}, "UTF-16")) + hex("\u20ac".getBytes("UTF-32BE")));
        int h = 0;
        StringBuilder all = new StringBuilder();
        for (int cp = 0; cp < 0x11000; cp += 7)
            if (cp < 0xd800 || cp > 0xdfff) all.appendCodePoint(cp);
        for (String cs : new String[] {"UTF-8", "UTF-16LE", "UTF-32"}) {
            byte[] b = all.toString().getBytes(cs);
            System.out.println(
                cs + " " + b.length + " " + Arrays.hashCode(b) + " " + new String(b, cs).contentEquals(all));
        }
        System.out.println(new String(new byte[] {65, 66, 67, 68}, 1, 2, "US-ASCII")
            + new String(new byte[] {(byte) 0xe9}, "ISO-8859-1"));
    }
}

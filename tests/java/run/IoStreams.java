// java.io byte and character streams in memory: buffering, marks, pushback, data, sequence, line numbers, tokenizers, print streams, closed streams.
import java.io.*;
import java.nio.charset.*;
import java.util.*;

public class IoStreams {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    static class Trickle extends InputStream {
        final byte[] d;
        int p;
        Trickle(String s) { d = s.getBytes(StandardCharsets.UTF_8); }
        @Override
        public int read() {
            return p < d.length ? d[p++] & 255 : -1;
        }
        @Override
        public int read(byte[] b, int o, int n) {
            if (p >= d.length) return -1;
            if (n == 0) return 0;
            b[o] = d[p++];
            return 1;
        }
    }
    static class Upper extends FilterWriter {
        Upper(Writer w) { super(w); }
        @Override
        public void write(int c) throws IOException {
            super.write(Character.toUpperCase(c));
        }
        @Override
        public void write(char[] c, int o, int n) throws IOException {
            for (int i = o; i < o + n; i++) write(c[i]);
        }
        @Override
        public void write(String s, int o, int n) throws IOException {
            write(s.toCharArray(), o, n);
        }
    }
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(bo);
        d.writeBoolean(true);
        d.writeByte(-5);
        d.writeShort(-300);
        d.writeChar('\u20ac');
        d.writeInt(0xCAFEBABE);
        d.writeLong(Long.MIN_VALUE);
        d.writeFloat(1.5f);
        d.writeDouble(-0.0);
        d.writeUTF("h\u00e9\u0000\ud83d\ude00");
        d.writeBytes("ab");
        d.writeChars("cd");
        System.out.println(d.size() + " " + Arrays.hashCode(bo.toByteArray()));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(in.readBoolean() + " " + in.readByte() + in.readShort() + in.readChar()
            + Integer.toHexString(in.readInt()) + in.readLong() + in.readFloat() + in.readDouble()
            + in.readUTF().length() + in.readUnsignedByte() + in.readByte() + in.readChar() + in.readUnsignedShort());
        t("eof", () -> in.readInt());
        t("utf bad", () -> new DataInputStream(new ByteArrayInputStream(new byte[] {0, 2, (byte) 0xff, 0})).readUTF());
        t("utf long", () -> {
            new DataOutputStream(new ByteArrayOutputStream()).writeUTF("x".repeat(70000));
            return 0;
        });
        BufferedReader r = new BufferedReader(new StringReader("one\ntwo\r\nthree\rfour\n\nlast"), 4);
        String line;
        while ((line = r.readLine()) != null) System.out.print("[" + line + "]");
        System.out.println();
        t("closed", () -> {
            r.close();
            return r.read();
        });
        BufferedInputStream bi = new BufferedInputStream(new Trickle("hello world"), 4);
        bi.mark(10);
        System.out.print((char) bi.read() + "" + (char) bi.read());
        bi.reset();
        System.out.println(
            new String(bi.readNBytes(5)) + bi.skip(1) + new String(bi.readAllBytes()) + bi.read() + bi.available());
        t("reset invalid", () -> {
            BufferedInputStream x = new BufferedInputStream(new Trickle("0123456789abcdef"), 2);
            x.mark(2);
            x.readNBytes(10);
            x.reset();
            return 0;
        });
        PushbackReader pb = new PushbackReader(new StringReader("abc"), 2);
        int c = pb.read();
        pb.unread(c);
        pb.unread('z');
        System.out.println("" + (char) pb.read() + (char) pb.read() + (char) pb.read());
        t("pushback full", () -> {
            pb.unread('1');
            pb.unread('2');
            pb.unread('3');
            return 0;
        });
        System.out.println(new String(new SequenceInputStream(
            Collections.enumeration(List.of(new Trickle("ab"), new Trickle(""), new Trickle("cd"))))
                .readAllBytes()));
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\nc"));
        ln.readLine();
        ln.readLine();
        System.out.println(ln.getLineNumber());
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // c\n y"));
        st.slashSlashComments(true);
        st.eolIsSignificant(true);
        while (st.nextToken() != StreamTokenizer.TT_EOF)
            System.out.print((st.ttype == StreamTokenizer.TT_WORD            ? st.sval
                                     : st.ttype == StreamTokenizer.TT_NUMBER ? "" + st.nval
                                     : st.ttype == '\''                      ? "'" + st.sval
                                     : st.ttype == 10                        ? "EOL"
                                                                             : "" + (char) st.ttype)
                + "|");
        System.out.println();
        StringWriter sw = new StringWriter();
        try (PrintWriter pw = new PrintWriter(new Upper(sw))) {
            pw.print("abc");
            pw.printf("%d-%s", 5, "x");
            pw.println(true);
            pw.append('q').append("wer", 0, 2).print(new char[] {'z'});
            pw.print((String) null);
            pw.print(1.5);
        }
        System.out.println(sw);
        CharArrayWriter cw = new CharArrayWriter();
        cw.write("chars");
        cw.write('!');
        cw.append(null);
        System.out.println(cw + " " + cw.size() + new CharArrayReader(cw.toCharArray(), 2, 3).read());
        PrintStream ps = new PrintStream(bo, true, "UTF-8");
        bo.reset();
        ps.print('\u20ac');
        ps.print(1L);
        ps.println(new char[] {'a', 'b'});
        ps.println((Object) null);
        ps.write(65);
        ps.append("csq").format("%5.1f|", 2.25).println();
        System.out.println(bo.size() + " " + bo.toString("UTF-8").replace("\n", "\\n") + ps.checkError());
        PrintStream failing = new PrintStream(new OutputStream() {
            public void write(int b) throws IOException { throw new IOException("no"); }
        });
        failing.println("x");
        System.out.println(failing.checkError());
        InputStreamReader isr = new InputStreamReader(new Trickle("\u00e9\u20ac\ud83d\ude00z"), StandardCharsets.UTF_8);
        StringBuilder sb = new StringBuilder();
        int ch;
        while ((ch = isr.read()) != -1) sb.append(Integer.toHexString(ch)).append(' ');
        System.out.println(sb + isr.getEncoding());
        OutputStreamWriter osw = new OutputStreamWriter(bo, "UTF-16LE");
        bo.reset();
        osw.write("a\u20ac");
        osw.flush();
        System.out.println(Arrays.toString(bo.toByteArray()) + osw.getEncoding());
        t("bad charset", () -> new InputStreamReader(new Trickle(""), "no-such"));
        t("null", () -> new BufferedReader(null));
        t("size 0", () -> new BufferedReader(new StringReader(""), 0));
        t("bounds", () -> new ByteArrayInputStream(new byte[3]).read(new byte[2], 1, 5));
        System.out.println(InputStream.nullInputStream().read() + " " + new StringReader("skip me").skip(5)
            + new BufferedReader(new StringReader("x\ny")).lines().toList()
            + new ByteArrayInputStream(new byte[] {1, 2, 3}).transferTo(OutputStream.nullOutputStream()));
        PipedInputStream pin = new PipedInputStream(16);
        PipedOutputStream pout = new PipedOutputStream(pin);
        Thread w = new Thread(() -> {
            try (pout) {
                for (int i = 0; i < 100; i++) pout.write(("n" + i + ";").getBytes());
            } catch (IOException e) { System.out.println(e); }
        });
        w.start();
        String all = new String(pin.readAllBytes());
        w.join();
        System.out.println(all.length() + " " + all.hashCode() + all.endsWith("n99;"));
        t("piped unconnected", () -> new PipedReader().read());
        PipedWriter pw = new PipedWriter();
        PipedReader pr = new PipedReader(pw);
        Thread rd = new Thread(() -> {
            try {
                StringBuilder x = new StringBuilder();
                int k;
                while ((k = pr.read()) != -1) x.append((char) k);
                System.out.println("piped " + x);
            } catch (IOException e) { System.out.println(e); }
        });
        rd.start();
        pw.write("through the pipe");
        pw.close();
        rd.join();
        System.out.write(new byte[] {'r', 'a', 'w', '\n'});
        System.out.write('!');
        System.out.println();
        System.out.append("appended").append('\n');
        PrintStream old = System.out;
        ByteArrayOutputStream cap = new ByteArrayOutputStream();
        System.setOut(new PrintStream(cap));
        System.out.print("captured");
        System.setOut(old);
        System.out.println(cap);
        System.setErr(System.out);
        System.err.println("err to out");
        System.setIn(new ByteArrayInputStream("fake in\n".getBytes()));
        System.out.println(new Scanner(System.in).nextLine());
    }
}

// Deflater's output byte for byte: every level and strategy, pieces, flushes, changes of level, dictionaries, direct buffers.
import java.io.*;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.zip.*;

public class ZipExact {
    static byte[] data(int n) {
        byte[] b = new byte[n];
        int x = 1;
        for (int i = 0; i < n; i++) {
            x = x * 1103515245 + 12345;
            b[i] = (byte) "abcdefgh the quick ".charAt((x >>> 16) % 19);
        }
        return b;
    }

    static String sum(byte[] b, int n) {
        return n + "/" + Integer.toHexString(Arrays.hashCode(Arrays.copyOf(b, n)));
    }

    public static void main(String[] args) throws Exception {
        byte[] d = data(40000);
        byte[] out = new byte[60000];
        for (int level = -1; level <= 9; level++) {
            for (int strategy = 0; strategy <= 2; strategy++) {
                boolean nowrap = strategy == 1;
                Deflater deflater = new Deflater(level, nowrap);
                deflater.setStrategy(strategy);
                deflater.setInput(d);
                deflater.finish();
                int n = 0;
                while (!deflater.finished()) n += deflater.deflate(out, n, Math.min(1000, out.length - n));
                System.out.print(level + " " + strategy + " " + sum(out, n) + " " + deflater.getAdler());
                deflater.end();
                Inflater inflater = new Inflater(nowrap);
                inflater.setInput(out, 0, n);
                byte[] back = new byte[d.length];
                int m = 0;
                while (!inflater.finished()) m += inflater.inflate(back, m, Math.min(777, back.length - m));
                System.out.println(" " + Arrays.equals(d, back) + inflater.getRemaining() + " " + inflater.getAdler());
                inflater.end();
            }
        }
        Deflater changing = new Deflater();
        changing.setInput(d, 0, 20000);
        int p = changing.deflate(out, 0, out.length, Deflater.SYNC_FLUSH);
        System.out.println(sum(out, p));
        changing.setLevel(0);
        changing.setInput(d, 20000, 10000);
        p += changing.deflate(out, p, out.length - p, Deflater.FULL_FLUSH);
        System.out.println(sum(out, p));
        changing.setLevel(9);
        changing.setInput(d, 30000, 10000);
        changing.finish();
        while (!changing.finished()) p += changing.deflate(out, p, out.length - p);
        System.out.println(sum(out, p));

        for (int size : new int[] {1, 7, 512, 5000}) {
            for (int level : new int[] {0, 1, 6}) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (DeflaterOutputStream o = new DeflaterOutputStream(bytes, new Deflater(level), 512)) {
                    for (int i = 0; i < d.length; i += size) o.write(d, i, Math.min(size, d.length - i));
                }
                System.out.println(size + " " + level + " " + sum(bytes.toByteArray(), bytes.size()));
            }
        }

        byte[] dictionary = "the quick abcdefgh".getBytes();
        Deflater with = new Deflater();
        with.setDictionary(dictionary);
        with.setInput(d, 0, 300);
        with.finish();
        int n = with.deflate(out);
        System.out.println(sum(out, n) + " " + with.getAdler());
        Inflater inflater = new Inflater();
        inflater.setInput(out, 0, n);
        System.out.println(inflater.inflate(new byte[300]) + " " + inflater.needsDictionary() + " " + inflater.getAdler());
        inflater.setDictionary(dictionary);
        System.out.println(inflater.inflate(new byte[300]) + " " + inflater.finished() + " " + inflater.getAdler());

        ByteBuffer from = ByteBuffer.allocateDirect(1000), to = ByteBuffer.allocateDirect(2000);
        from.put(d, 0, 1000).flip();
        Deflater direct = new Deflater();
        direct.setInput(from);
        direct.finish();
        System.out.println(direct.deflate(to) + " " + from.remaining());
        to.flip();
        Inflater back = new Inflater();
        back.setInput(to);
        ByteBuffer plain = ByteBuffer.allocateDirect(1000);
        System.out.println(back.inflate(plain) + " " + back.finished());
        for (String wrong : new String[] {"garbage", "x\u009c\u0007", "xx"}) {
            Inflater i = new Inflater();
            i.setInput(wrong.getBytes("ISO-8859-1"));
            try {
                System.out.println(i.inflate(new byte[10]) + " " + i.needsInput());
            } catch (DataFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

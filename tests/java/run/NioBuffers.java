// ByteBuffer and friends: positions, limits, order, views, slices, direct and read-only buffers, compare, bulk operations, failures; FileChannel with gather and map-free access.
import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;

public class NioBuffers {
    interface Body {
        Object run() throws Exception;
    }
    static void t(String n, Body b) {
        try {
            System.out.println(n + " = " + b.run());
        } catch (Exception e) { System.out.println(n + " ! " + e); }
    }
    static void exercise(ByteBuffer b) {
        System.out.println(b);
        b.put((byte) 1)
            .putShort((short) -2)
            .putChar('\u20ac')
            .putInt(0x01020304)
            .putLong(-5L)
            .putFloat(1.5f)
            .putDouble(-0.0);
        System.out.println(b + " " + b.remaining() + b.hasRemaining());
        b.flip();
        System.out.println(b.get() + " " + b.getShort() + b.getChar() + Integer.toHexString(b.getInt()) + b.getLong()
            + b.getFloat() + b.getDouble() + b);
        b.rewind();
        System.out.println(
            b.getInt(5) + " " + b.order() + b.order(ByteOrder.LITTLE_ENDIAN).getInt(5) + b.getLong(9) + b.order());
        b.order(ByteOrder.BIG_ENDIAN).position(3).mark();
        b.get();
        b.reset();
        System.out.println(b.position());
        ByteBuffer s = b.slice(), d = b.duplicate(), r = b.asReadOnlyBuffer(), sl = b.slice(2, 6);
        s.put(0, (byte) 99);
        System.out.println(s + " " + d + r.isReadOnly() + b.get(3) + r.get(3) + sl.capacity() + sl.get(1));
        b.compact();
        System.out.println(b);
        b.clear();
        IntBuffer ib = b.asIntBuffer();
        ib.put(new int[] {10, 20, 30});
        System.out.println(ib + " " + b.getInt(4) + b.asLongBuffer().get(0) + b.asShortBuffer().remaining()
            + b.asCharBuffer().capacity() + b.asDoubleBuffer().limit());
        b.clear();
        b.put(new byte[] {1, 2, 3, 4, 5}, 1, 3).flip();
        byte[] out = new byte[3];
        b.get(out);
        System.out.println(Arrays.toString(out));
        t("underflow", b::get);
        t("overflow", () -> {
            b.limit(2).position(2);
            return b.put((byte) 1);
        });
        t("index", () -> b.get(50));
        t("limit", () -> b.limit(1000));
        t("position", () -> b.position(3));
        t("read only", () -> r.put((byte) 1));
        t("reset", () -> b.duplicate().clear().reset());
        t("bulk", () -> b.clear().get(new byte[100]));
        t("self", () -> b.put(b));
        b.clear();
        for (int i = 0; i < b.capacity(); i++) b.put((byte) i);
        b.flip();
        ByteBuffer c = ByteBuffer.allocate(40);
        c.put(b).flip();
        System.out.println(c.equals(b) + " " + c.compareTo(b) + c.hashCode() + c.mismatch(b) + b.hasArray());
    }
    public static void main(String[] args) throws Exception {
        exercise(ByteBuffer.allocate(40));
        exercise(ByteBuffer.allocateDirect(40));
        byte[] arr = new byte[10];
        ByteBuffer w = ByteBuffer.wrap(arr, 2, 5);
        w.put((byte) 7);
        System.out.println(arr[2] + " " + w + w.arrayOffset() + (w.array() == arr) + w.slice().arrayOffset());
        CharBuffer cb = CharBuffer.wrap("hello");
        System.out.println(cb + " " + cb.get() + cb + cb.length() + cb.charAt(1) + cb.subSequence(1, 3)
            + cb.isReadOnly() + cb.equals(CharBuffer.wrap("ello")));
        t("cb ro", () -> cb.put('x'));
        LongBuffer lb = LongBuffer.allocate(4);
        lb.put(1).put(2).flip();
        System.out.println(lb.get(1) + " " + lb + Arrays.toString(lb.array()));
        t("negative", () -> ByteBuffer.allocate(-1));
        System.out.println(ByteBuffer.allocate(8).putDouble(Math.PI).flip().order(ByteOrder.LITTLE_ENDIAN).getLong()
            + " " + ByteOrder.nativeOrder()
            + FloatBuffer.wrap(new float[] {1, Float.NaN}).compareTo(FloatBuffer.wrap(new float[] {1, Float.NaN}))
            + ByteBuffer.wrap(new byte[] {1, 2, 3}).alignedSlice(1).capacity());
        Path f = Files.createTempFile("raddle", ".bin");
        try (FileChannel ch = FileChannel.open(f, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer b = ByteBuffer.allocate(100);
            for (int i = 0; i < 25; i++) b.putInt(i);
            b.flip();
            System.out.println(ch.write(b) + " " + ch.position() + ch.size());
            ch.position(40);
            ByteBuffer rd = ByteBuffer.allocateDirect(8);
            System.out.println(ch.read(rd) + " " + rd.flip().getInt() + rd.getInt() + ch.position());
            System.out.println(ch.read(ByteBuffer.allocate(8), 96) + " " + ch.read(ByteBuffer.allocate(8), 100)
                + ch.read(ByteBuffer.allocate(8), 98));
            ch.write(ByteBuffer.wrap(new byte[] {-1}), 200);
            System.out.println(ch.size());
            ByteBuffer[] parts = {ByteBuffer.wrap("abc".getBytes()), ByteBuffer.wrap("defg".getBytes())};
            ch.position(0);
            System.out.println(ch.write(parts) + " " + ch.position());
            ByteBuffer[] in = {ByteBuffer.allocate(2), ByteBuffer.allocate(3)};
            ch.position(0);
            System.out.println(ch.read(in) + new String(in[0].array()) + new String(in[1].array()));
            ch.truncate(5);
            System.out.println(ch.size() + " " + ch.position());
            ByteArrayOutputStream bo = new ByteArrayOutputStream();
            System.out.println(ch.transferTo(1, 3, Channels.newChannel(bo)) + bo.toString());
            System.out.println(ch.transferFrom(Channels.newChannel(new ByteArrayInputStream("XYZ".getBytes())), 5, 10)
                + " " + ch.size());
            ch.force(true);
            try (FileLock lock = ch.tryLock()) {
                System.out.println(lock.isValid() + " " + lock.isShared());
            }
            t("neg position", () -> ch.position(-1));
        }
        System.out.println(Files.readString(f));
        t("closed", () -> {
            FileChannel c = FileChannel.open(f);
            c.close();
            return c.size();
        });
        t("non writable", () -> {
            try (FileChannel c = FileChannel.open(f, StandardOpenOption.READ)) {
                return c.write(ByteBuffer.allocate(1));
            }
        });
        try (SeekableByteChannel sb = Files.newByteChannel(f, Set.of(StandardOpenOption.APPEND))) {
            sb.write(ByteBuffer.wrap("!".getBytes()));
        }
        System.out.println(Files.size(f));
        Files.delete(f);
        ReadableByteChannel rc = Channels.newChannel(new ByteArrayInputStream(new byte[] {1, 2, 3}));
        ByteBuffer x = ByteBuffer.allocate(2);
        System.out.println(rc.read(x) + " " + rc.read(x.clear()) + rc.read(x.clear()) + rc.isOpen());
        Reader r =
            Channels.newReader(Channels.newChannel(new ByteArrayInputStream("\u00e9t".getBytes("UTF-8"))), "UTF-8");
        System.out.println((char) r.read() + "" + (char) r.read() + r.read());
        Pipe pipe = Pipe.open();
        pipe.sink().write(ByteBuffer.wrap("pipe".getBytes()));
        pipe.sink().close();
        ByteBuffer pb = ByteBuffer.allocate(10);
        while (pipe.source().read(pb) >= 0) {}
        System.out.println(new String(pb.array(), 0, pb.position()));
    }
}

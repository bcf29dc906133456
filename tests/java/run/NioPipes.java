// java.nio.channels.Pipe between threads: blocking and not, scattering, end of stream, close and interrupt of a reader that waits.
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;

public class NioPipes {
    static String text(ByteBuffer buffer) {
        buffer.flip();
        String s = new String(buffer.array(), 0, buffer.limit());
        buffer.clear();
        return s;
    }

    static Thread reader(Pipe pipe) {
        Thread t = new Thread(() -> {
            try {
                System.out.println("read " + pipe.source().read(ByteBuffer.allocate(1)));
            } catch (Exception e) {
                System.out.println("reader ! " + e);
            }
        });
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        Thread writer = new Thread(() -> {
            try {
                for (int i = 0; i < 5; i++) {
                    Thread.sleep(10);
                    pipe.sink().write(ByteBuffer.wrap(("message " + i + ";").getBytes()));
                }
                pipe.sink().close();
            } catch (Exception e) {
                System.out.println("writer ! " + e);
            }
        });
        writer.start();
        ByteBuffer buffer = ByteBuffer.allocate(64);
        StringBuilder all = new StringBuilder();
        while (pipe.source().read(buffer) >= 0) all.append(text(buffer));
        writer.join();
        System.out.println(all);

        Pipe still = Pipe.open();
        still.source().configureBlocking(false);
        System.out.println(still.source().read(buffer));
        System.out.println(still.sink().write(new ByteBuffer[] {ByteBuffer.wrap("ab".getBytes()), ByteBuffer.wrap("cd".getBytes())}));
        ByteBuffer[] parts = {ByteBuffer.allocate(1), ByteBuffer.allocate(9)};
        System.out.println(still.source().read(parts) + " " + text(parts[0]) + " " + text(parts[1]));

        Pipe interrupted = Pipe.open();
        Thread t = reader(interrupted);
        Thread.sleep(50);
        t.interrupt();
        t.join();
        System.out.println(interrupted.source().isOpen() + " " + interrupted.sink().isOpen());

        Pipe closed = Pipe.open();
        t = reader(closed);
        Thread.sleep(50);
        closed.source().close();
        t.join();
    }
}

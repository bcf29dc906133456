// origin: 004 tables 4.1 to 4.3; a pattern of log4j (the paper names LOG4J-44032)
// sizes: writers=2 events=2
// small: 1 1
// wrong: error exception, message ~ NullPointerException
// right: ok
// An appender checks that it is not closed, and writes; closing gives up its writer. Each step holds the lock, the check and the
// writing do not hold it together. In the right variant they do.
public class Log4j2 {
    final boolean right;
    boolean closed;
    StringBuilder writer = new StringBuilder();

    Log4j2(boolean right) {
        this.right = right;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized void write(char event) {
        writer.append(event);
    }

    void append(char event) {
        if (right) {
            synchronized (this) {
                appendIfOpen(event);
            }
        } else {
            appendIfOpen(event);
        }
    }

    private void appendIfOpen(char event) {
        if (!isClosed()) {
            write(event);
        }
    }

    synchronized void close() {
        closed = true;
        writer = null;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 2);
        Log4j2 appender = new Log4j2(benchmark.right);
        Benchmark.start(benchmark.size(0), thread -> {
            for (int event = 0; event < benchmark.size(1); event++) {
                appender.append('.');
            }
        });
        appender.close();
    }
}

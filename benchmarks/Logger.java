// origin: 004 tables 4.1 to 4.3; the pattern of JDK-4779253
// sizes: loggers=2 records=2
// small: 1 1
// wrong: error exception, message ~ NullPointerException
// right: ok
// warn: perhaps race
// A logger asks its filter, if it has one, while another thread takes the filter away. The logger holds its lock, the one who
// takes the filter away does not; in the right variant it does.
public class Logger {
    interface Filter {
        boolean isLoggable(int record);
    }

    final boolean right;
    Filter filter = record -> record >= 0;
    int logged;

    Logger(boolean right) {
        this.right = right;
    }

    synchronized void log(int record) {
        if (filter != null && !filter.isLoggable(record)) {
            return;
        }
        logged++;
    }

    void removeFilter() {
        if (right) {
            synchronized (this) {
                filter = null;
            }
        } else {
            filter = null;
        }
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 2);
        Logger logger = new Logger(benchmark.right);
        Benchmark.start(benchmark.size(0), thread -> {
            for (int record = 0; record < benchmark.size(1); record++) {
                logger.log(record);
            }
        });
        logger.removeFilter();
    }
}

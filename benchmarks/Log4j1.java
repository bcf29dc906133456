// origin: 004 tables 4.1 to 4.3; a pattern of log4j (the paper names LOG4J-509)
// sizes: loggers=2 events=2
// small: 1 1
// wrong: error exception, message ~ NullPointerException
// right: ok
// warn: perhaps race
// A category hands events on to its appenders, if it has any, while another thread removes them all and forgets their list. The
// right one does both under its lock.
import java.util.ArrayList;
import java.util.List;

public class Log4j1 {
    interface Appender {
        void append(int event);
    }

    final boolean right;
    List<Appender> appenders = new ArrayList<>();

    Log4j1(boolean right) {
        this.right = right;
        appenders.add(event -> Thread.yield());
    }

    void call(int event) {
        if (right) {
            synchronized (this) {
                callAppenders(event);
            }
        } else {
            callAppenders(event);
        }
    }

    private void callAppenders(int event) {
        if (appenders != null) {
            for (int i = 0; i < appenders.size(); i++) {
                appenders.get(i).append(event);
            }
        }
    }

    synchronized void removeAll() {
        appenders = null;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 2);
        Log4j1 category = new Log4j1(benchmark.right);
        Benchmark.start(benchmark.size(0), thread -> {
            for (int event = 0; event < benchmark.size(1); event++) {
                category.call(event);
            }
        });
        category.removeAll();
    }
}

// origin: 002 figure 1 and table 3
// sizes: readers=1
// small: 1
// wrong: error assertion, message ~ changed in between
// right: ok
// A reader goes by what it reads, and reads again; then it turns to an object of its own, or to one of another class. The wrong one
// expects to read the same twice.
public class Sample {
    static class Plain {
        volatile int value = 10;

        int look() {
            return value + 1;
        }
    }

    static class Other extends Plain {
        @Override
        int look() {
            return 3;
        }
    }

    static class Reader extends Thread {
        Plain object;
        final Plain other;
        final boolean right;

        Reader(Plain object, Plain other, boolean right) {
            this.object = object;
            this.other = other;
            this.right = right;
        }

        @Override
        public void run() {
            int first = object.value;
            if (first < 3) {
                int second = object.value;
                assert right || second == first : "changed in between";
                object = new Plain();
                second += object.value;
            } else {
                object = other;
                object.look();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 1);
        Plain plain = new Plain();
        Other other = new Other();
        Reader[] readers = new Reader[benchmark.size(0)];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new Reader(plain, other, benchmark.right);
            readers[i].start();
        }
        Thread writer = new Thread(() -> {
            plain.value = 1;
            plain.value = 3;
            plain.value = 4;
        });
        writer.start();
        for (Reader reader : readers) {
            reader.join();
        }
        writer.join();
        assert plain.value == 4 && other.value == 10;
    }
}

// origin: 004 tables 4.1 to 4.3, figure 4.7
// sizes: threads=2 blocks=6 each=3
// small: 2 2 1
// wrong: error assertion, message ~ allocated twice
// right: ok
// Threads allocate blocks from one vector, then free them. Looking for a free block and marking it are each behind the lock,
// but not together; in the right variant they are.
public class AllocationVector {
    static boolean right;
    final boolean[] allocated;

    AllocationVector(int blocks) {
        allocated = new boolean[blocks];
    }

    /** The number of a block that was free and is not any more; -1 if there is none. */
    int allocate() {
        if (right) {
            synchronized (this) {
                return findAndMark();
            }
        }
        return findAndMark();
    }

    private int findAndMark() {
        int block = find();
        if (block >= 0) {
            mark(block);
        }
        return block;
    }

    synchronized int find() {
        for (int block = 0; block < allocated.length; block++) {
            if (!allocated[block]) {
                return block;
            }
        }
        return -1;
    }

    synchronized void mark(int block) {
        assert !allocated[block] : "allocated twice";
        allocated[block] = true;
    }

    synchronized void free(int block) {
        allocated[block] = false;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 6, 3);
        right = benchmark.right;
        AllocationVector vector = new AllocationVector(benchmark.size(1));
        Benchmark.start(benchmark.size(0), thread -> {
            int[] mine = new int[benchmark.size(2)];
            for (int i = 0; i < mine.length; i++) {
                mine[i] = vector.allocate();
            }
            for (int block : mine) {
                if (block >= 0) {
                    vector.free(block);
                }
            }
        });
    }
}

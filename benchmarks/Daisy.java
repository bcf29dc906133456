// origin: 001 tables 1 to 5
// sizes: users=2 rounds=2
// small: 2 2
// wrong: error assertion, message ~ another file's data
// right: ok
// warn: perhaps race
// A file system in the manner of Daisy: a directory, inodes and blocks, each with a lock, and a map of the blocks in use. Every
// user creates a file, writes it, reads it again and deletes it. The wrong one frees a block without the map's lock: that can
// undo the allocation of another, whose block is then given away a second time. It takes a chain of such steps to be seen.
public class Daisy {
    static final int NONE = -1;

    /** What is stored, and the lock of each block. */
    static class Disk {
        final int[] blocks;
        final Object[] locks;

        Disk(int size) {
            blocks = new int[size];
            locks = new Object[size];
            for (int i = 0; i < size; i++) {
                locks[i] = new Object();
            }
        }

        int read(int block) {
            synchronized (locks[block]) {
                return blocks[block];
            }
        }

        void write(int block, int data) {
            synchronized (locks[block]) {
                blocks[block] = data;
            }
        }
    }

    /** Which blocks are in use, a bit for each. */
    static class BlockMap {
        final boolean freeLocked;
        final int[] used;

        BlockMap(int size, boolean freeLocked) {
            used = new int[size / Integer.SIZE + 1];
            this.freeLocked = freeLocked;
        }

        synchronized int allocate() {
            int word = 0;
            while (used[word] == -1) {
                word++;
            }
            int bit = Integer.numberOfTrailingZeros(~used[word]);
            used[word] |= 1 << bit;
            return word * Integer.SIZE + bit;
        }

        void free(int block) {
            if (freeLocked) {
                synchronized (this) {
                    clear(block);
                }
            } else {
                clear(block);
            }
        }

        private void clear(int block) {
            used[block / Integer.SIZE] &= ~(1 << block);
        }
    }

    /** A file's block, or none. */
    static class Inode {
        int block = NONE;
    }

    final Disk disk;
    final BlockMap map;
    final Inode[] directory;

    Daisy(int files, boolean right) {
        disk = new Disk(files + 1);
        map = new BlockMap(files + 1, right);
        directory = new Inode[files];
        for (int i = 0; i < files; i++) {
            directory[i] = new Inode();
        }
    }

    void create(int file) {
        Inode inode = directory[file];
        synchronized (inode) {
            inode.block = map.allocate();
        }
    }

    void write(int file, int data) {
        Inode inode = directory[file];
        synchronized (inode) {
            disk.write(inode.block, data);
        }
    }

    int read(int file) {
        Inode inode = directory[file];
        synchronized (inode) {
            return disk.read(inode.block);
        }
    }

    void delete(int file) {
        Inode inode = directory[file];
        synchronized (inode) {
            map.free(inode.block);
            inode.block = NONE;
        }
    }

    void use(int file, int data) {
        create(file);
        write(file, data);
        assert read(file) == data : "another file's data";
        delete(file);
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 2);
        int users = benchmark.size(0);
        Daisy daisy = new Daisy(users, benchmark.right);
        Benchmark.start(users, user -> {
            for (int round = 0; round < benchmark.size(1); round++) {
                daisy.use(user, user + 1);
            }
        });
    }
}

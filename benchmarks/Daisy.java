// origin: 001 tables 1 to 5
// sizes: users=2 rounds=1
// small: 2 1
// wrong: error assertion, message ~ another file's data
// right: ok
// warn: perhaps race
// A file system in the manner of Daisy: inodes name the blocks of files, every block has a lock, and a map says which are in use.
// Every user deletes its file if it has one, creates it anew, writes it and reads it again; at the beginning every second user
// has one. The wrong one frees a block without the map's lock: that can undo the allocation of another, whose block is then
// given away a second time, and written before it is read.
public class Daisy {
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
            int bits = used[word];
            while (bits == -1) {
                word++;
                bits = used[word];
            }
            int bit = Integer.numberOfTrailingZeros(~bits);
            used[word] = bits | 1 << bit;
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

    /** Where a file is. */
    record Inode(int block) {}

    final Disk disk;
    final BlockMap map;

    Daisy(int blocks, boolean right) {
        disk = new Disk(blocks);
        map = new BlockMap(blocks, right);
    }

    Inode create() {
        return new Inode(map.allocate());
    }

    void delete(Inode inode) {
        map.free(inode.block);
    }

    Inode replace(Inode old, int data) {
        if (old != null) {
            delete(old);
        }
        Inode inode = create();
        disk.write(inode.block, data);
        assert disk.read(inode.block) == data : "another file's data";
        return inode;
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 2, 1);
        int users = benchmark.size(0);
        Daisy daisy = new Daisy(users + 1, benchmark.right);
        Inode[] files = new Inode[users];
        for (int file = 0; file < users; file++) {
            files[file] = daisy.create();
        }
        for (int file = 0; file < users; file += 2) {
            daisy.delete(files[file]);
            files[file] = null;
        }
        Benchmark.start(users, user -> {
            Inode file = files[user];
            for (int round = 0; round < benchmark.size(1); round++) {
                file = daisy.replace(file, user + 1);
            }
        });
    }
}

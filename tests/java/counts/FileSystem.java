// args: 14
// small: 2
// traces: 2
// values: 2
// schedules: 2
// Flanagan and Godefroid's file system: n threads give an inode a free block, under a lock for either.
public class FileSystem {
    static final int BLOCKS = 26;
    static final int INODES = 32;
    static final Object[] INODE_LOCKS = new Object[INODES];
    static final Object[] BLOCK_LOCKS = new Object[BLOCKS];
    static final int[] INODE = new int[INODES];
    static final boolean[] BUSY = new boolean[BLOCKS];

    static void allocate(int thread) {
        int i = thread % INODES;
        synchronized (INODE_LOCKS[i]) {
            if (INODE[i] == 0) {
                int b = i * 2 % BLOCKS;
                while (!take(b, i)) {
                    b = (b + 1) % BLOCKS;
                }
            }
        }
    }

    static boolean take(int b, int i) {
        synchronized (BLOCK_LOCKS[b]) {
            if (BUSY[b]) {
                return false;
            }
            BUSY[b] = true;
            INODE[i] = b + 1;
            return true;
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        for (int i = 0; i < INODES; i++) {
            INODE_LOCKS[i] = new Object();
        }
        for (int b = 0; b < BLOCKS; b++) {
            BLOCK_LOCKS[b] = new Object();
        }
        for (int t = 0; t < n; t++) {
            int thread = t;
            new Thread(() -> allocate(thread)).start();
        }
    }
}

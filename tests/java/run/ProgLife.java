// Conway's life on a torus, one thread per band of rows, a barrier between the generations; compared with a sparse
// version on a set of cells, with known patterns, and watched for still lives and cycles.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

public class ProgLife {
    static final class Board {
        final int rows;
        final int columns;
        private boolean[][] now;
        private boolean[][] next;

        Board(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
            now = new boolean[rows][columns];
            next = new boolean[rows][columns];
        }

        Board put(int row, int column, String... pattern) {
            for (int r = 0; r < pattern.length; r++) {
                for (int c = 0; c < pattern[r].length(); c++) {
                    if (pattern[r].charAt(c) == 'O') {
                        now[(row + r) % rows][(column + c) % columns] = true;
                    }
                }
            }
            return this;
        }

        void stepRows(int from, int to) {
            for (int r = from; r < to; r++) {
                boolean[] above = now[(r + rows - 1) % rows];
                boolean[] here = now[r];
                boolean[] below = now[(r + 1) % rows];
                for (int c = 0; c < columns; c++) {
                    int left = (c + columns - 1) % columns;
                    int right = (c + 1) % columns;
                    int n = bit(above[left]) + bit(above[c]) + bit(above[right]) + bit(here[left]) + bit(here[right])
                            + bit(below[left]) + bit(below[c]) + bit(below[right]);
                    next[r][c] = n == 3 || n == 2 && here[c];
                }
            }
        }

        private static int bit(boolean b) {
            return b ? 1 : 0;
        }

        void swap() {
            boolean[][] t = now;
            now = next;
            next = t;
        }

        int population() {
            int n = 0;
            for (boolean[] row : now) {
                for (boolean c : row) {
                    n += bit(c);
                }
            }
            return n;
        }

        String picture() {
            return Arrays.stream(now).map(row -> {
                StringBuilder s = new StringBuilder();
                for (boolean c : row) {
                    s.append(c ? 'O' : '.');
                }
                return s.toString();
            }).collect(Collectors.joining("\n"));
        }

        Set<Long> cells() {
            Set<Long> out = new HashSet<>();
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < columns; c++) {
                    if (now[r][c]) {
                        out.add((long) r << 32 | c);
                    }
                }
            }
            return out;
        }
    }

    static List<Integer> runThreads(Board b, int threads, int generations) throws InterruptedException {
        List<Integer> populations = new ArrayList<>();
        populations.add(b.population());
        // The action runs while all the threads stand at the barrier: nobody sees the boards change places.
        CyclicBarrier barrier = new CyclicBarrier(threads, () -> {
            b.swap();
            populations.add(b.population());
        });
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int from = b.rows * i / threads;
            int to = b.rows * (i + 1) / threads;
            Thread t = new Thread(() -> {
                try {
                    for (int g = 0; g < generations; g++) {
                        b.stepRows(from, to);
                        barrier.await();
                    }
                } catch (InterruptedException | BrokenBarrierException e) {
                    failure.compareAndSet(null, e);
                }
            }, "band-" + i);
            workers.add(t);
            t.start();
        }
        for (Thread t : workers) {
            t.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        return populations;
    }

    static Set<Long> sparse(Set<Long> cells, int rows, int columns) {
        Map<Long, Integer> neighbours = new HashMap<>();
        for (long cell : cells) {
            int r = (int) (cell >> 32);
            int c = (int) cell;
            for (int dr = -1; dr <= 1; dr++) {
                for (int dc = -1; dc <= 1; dc++) {
                    if (dr != 0 || dc != 0) {
                        long key = (long) Math.floorMod(r + dr, rows) << 32 | Math.floorMod(c + dc, columns);
                        neighbours.merge(key, 1, Integer::sum);
                    }
                }
            }
        }
        return neighbours.entrySet().stream().filter(e -> e.getValue() == 3 || e.getValue() == 2 && cells.contains(
                e.getKey())).map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    static String fate(Board b, int threads, int limit) throws InterruptedException {
        Map<String, Integer> seen = new LinkedHashMap<>();
        for (int g = 0; g <= limit; g++) {
            Integer before = seen.putIfAbsent(b.picture(), g);
            if (before != null) {
                return b.population() == 0 ? "dies out by " + before : g - before == 1 ? "still from " + before
                        : "period " + (g - before) + " from " + before;
            }
            runThreads(b, threads, 1);
        }
        return "open after " + limit;
    }

    public static void main(String[] args) throws Exception {
        String[] glider = {".O.", "..O", "OOO"};
        Board b = new Board(9, 12).put(0, 0, glider);
        String start = b.picture();
        System.out.println(start + "\n");
        runThreads(b, 3, 4);
        System.out.println(b.picture() + "\n");
        Board shifted = new Board(9, 12).put(1, 1, glider);
        System.out.println("four generations move a glider by one " + b.picture().equals(shifted.picture()));
        runThreads(b, 4, 4 * 36 - 4);
        System.out.println("home again after 144 " + b.picture().equals(start));

        String[] pentomino = {".OO", "OO.", ".O."};
        List<Integer> first = null;
        for (int threads : new int[] {1, 2, 3, 5}) {
            Board r = new Board(20, 24).put(8, 10, pentomino);
            List<Integer> populations = runThreads(r, threads, 40);
            if (first == null) {
                first = populations;
                System.out.println("r-pentomino " + populations);
            }
            System.out.println(threads + " threads the same " + populations.equals(first) + " "
                    + r.picture().hashCode());
        }
        Board dense = new Board(20, 24).put(8, 10, pentomino);
        Set<Long> cells = dense.cells();
        boolean same = true;
        for (int g = 0; g < 15; g++) {
            runThreads(dense, 2, 1);
            cells = sparse(cells, 20, 24);
            same &= cells.equals(dense.cells());
        }
        System.out.println("the sparse version agrees " + same + " with " + cells.size() + " cells");

        Map<String, Board> zoo = new LinkedHashMap<>();
        zoo.put("block", new Board(6, 6).put(2, 2, "OO", "OO"));
        zoo.put("blinker", new Board(7, 7).put(3, 2, "OOO"));
        zoo.put("toad", new Board(8, 8).put(3, 2, ".OOO", "OOO."));
        zoo.put("beacon", new Board(8, 8).put(1, 1, "OO..", "OO..", "..OO", "..OO"));
        zoo.put("beehive", new Board(8, 8).put(2, 2, ".OO.", "O..O", ".OO."));
        zoo.put("lonely", new Board(5, 5).put(2, 2, "OO"));
        zoo.put("pulsar", new Board(17, 17).put(2, 2, "..OOO...OOO..", ".............", "O....O.O....O",
                "O....O.O....O", "O....O.O....O", "..OOO...OOO..", ".............", "..OOO...OOO..", "O....O.O....O",
                "O....O.O....O", "O....O.O....O", ".............", "..OOO...OOO.."));
        zoo.put("glider on a small torus", new Board(5, 5).put(0, 0, glider));
        zoo.put("row", new Board(12, 12).put(6, 1, "OOOOOOOOOO"));
        for (Map.Entry<String, Board> e : zoo.entrySet()) {
            System.out.println(e.getKey() + " " + fate(e.getValue(), 3, 40));
        }
    }
}

// Sudoku in two ways that must agree: bit-mask search with the fewest-candidates rule, and exact cover by dancing
// links; then the branches of one hard puzzle searched by a pool until one finds the solution.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

public class ProgSudoku {
    static final class Masks {
        final int[] cell = new int[81];
        final int[] row = new int[9];
        final int[] column = new int[9];
        final int[] box = new int[9];
        final AtomicBoolean stop;
        long nodes;

        Masks(AtomicBoolean stop) {
            this.stop = stop;
        }

        static int boxOf(int at) {
            return at / 27 * 3 + at % 9 / 3;
        }

        boolean place(int at, int digit) {
            int bit = 1 << digit;
            if (((row[at / 9] | column[at % 9] | box[boxOf(at)]) & bit) != 0) {
                return false;
            }
            row[at / 9] |= bit;
            column[at % 9] |= bit;
            box[boxOf(at)] |= bit;
            cell[at] = digit;
            return true;
        }

        void take(int at) {
            int bit = ~(1 << cell[at]);
            row[at / 9] &= bit;
            column[at % 9] &= bit;
            box[boxOf(at)] &= bit;
            cell[at] = 0;
        }

        int candidates(int at) {
            return ~(row[at / 9] | column[at % 9] | box[boxOf(at)]) & 0x3fe;
        }

        int narrowest() {
            int best = -1;
            int fewest = 10;
            for (int at = 0; at < 81 && fewest > 1; at++) {
                if (cell[at] == 0) {
                    int n = Integer.bitCount(candidates(at));
                    if (n < fewest) {
                        fewest = n;
                        best = at;
                    }
                }
            }
            return best;
        }

        // Counts solutions up to a limit, keeping the first.
        int solve(int limit, int[] first) {
            if (stop != null && stop.get()) {
                return 0;
            }
            nodes++;
            int at = narrowest();
            if (at < 0) {
                if (first[0] == 0) {
                    System.arraycopy(cell, 0, first, 0, 81);
                }
                return 1;
            }
            int found = 0;
            for (int c = candidates(at); c != 0 && found < limit; c &= c - 1) {
                place(at, Integer.numberOfTrailingZeros(c));
                found += solve(limit - found, first);
                take(at);
            }
            return found;
        }
    }

    static final class Links {
        private static class Node {
            Node left = this;
            Node right = this;
            Node up = this;
            Node down = this;
            Column column;
            int choice;
        }

        private static final class Column extends Node {
            int size;

            Column() {
                column = this;
            }
        }

        private final Column head = new Column();
        private final Column[] columns = new Column[324];
        private final List<Integer> chosen = new ArrayList<>();
        long nodes;

        Links() {
            for (int i = 0; i < columns.length; i++) {
                Column c = new Column();
                columns[i] = c;
                c.left = head.left;
                c.right = head;
                head.left.right = c;
                head.left = c;
            }
        }

        // A choice of digit d at a cell covers four constraints: the cell, and d in its row, column and box.
        void addChoice(int at, int digit) {
            int[] covered = {at, 81 + at / 9 * 9 + digit - 1, 162 + at % 9 * 9 + digit - 1,
                243 + Masks.boxOf(at) * 9 + digit - 1};
            Node first = null;
            for (int i : covered) {
                Column c = columns[i];
                Node n = new Node();
                n.column = c;
                n.choice = at * 10 + digit;
                n.up = c.up;
                n.down = c;
                c.up.down = n;
                c.up = n;
                c.size++;
                if (first == null) {
                    first = n;
                } else {
                    n.left = first.left;
                    n.right = first;
                    first.left.right = n;
                    first.left = n;
                }
            }
        }

        private static void cover(Column c) {
            c.right.left = c.left;
            c.left.right = c.right;
            for (Node i = c.down; i != c; i = i.down) {
                for (Node j = i.right; j != i; j = j.right) {
                    j.down.up = j.up;
                    j.up.down = j.down;
                    j.column.size--;
                }
            }
        }

        private static void uncover(Column c) {
            for (Node i = c.up; i != c; i = i.up) {
                for (Node j = i.left; j != i; j = j.left) {
                    j.column.size++;
                    j.down.up = j;
                    j.up.down = j;
                }
            }
            c.right.left = c;
            c.left.right = c;
        }

        int solve(int limit, int[] first) {
            nodes++;
            if (head.right == head) {
                if (first[0] == 0) {
                    for (int c : chosen) {
                        first[c / 10] = c % 10;
                    }
                }
                return 1;
            }
            Column best = (Column) head.right;
            for (Node c = head.right; c != head; c = c.right) {
                if (((Column) c).size < best.size) {
                    best = (Column) c;
                }
            }
            int found = 0;
            cover(best);
            for (Node r = best.down; r != best && found < limit; r = r.down) {
                chosen.add(r.choice);
                for (Node j = r.right; j != r; j = j.right) {
                    cover(j.column);
                }
                found += solve(limit - found, first);
                for (Node j = r.left; j != r; j = j.left) {
                    uncover(j.column);
                }
                chosen.remove(chosen.size() - 1);
            }
            uncover(best);
            return found;
        }
    }

    static Masks load(String puzzle, AtomicBoolean stop) {
        Masks m = new Masks(stop);
        for (int at = 0; at < 81; at++) {
            char c = puzzle.charAt(at);
            if (c != '.' && !m.place(at, c - '0')) {
                throw new IllegalArgumentException("digit " + c + " twice, seen at row " + (at / 9 + 1) + " column "
                        + (at % 9 + 1));
            }
        }
        return m;
    }

    static Links links(String puzzle) {
        Links l = new Links();
        for (int at = 0; at < 81; at++) {
            char c = puzzle.charAt(at);
            for (int d = 1; d <= 9; d++) {
                if (c == '.' || c == '0' + d) {
                    l.addChoice(at, d);
                }
            }
        }
        return l;
    }

    static String show(int[] cells) {
        StringBuilder out = new StringBuilder();
        for (int r = 0; r < 9; r++) {
            if (r == 3 || r == 6) {
                out.append("------+-------+------\n");
            }
            for (int c = 0; c < 9; c++) {
                out.append(cells[r * 9 + c]).append(c == 8 ? "\n" : c == 2 || c == 5 ? " | " : " ");
            }
        }
        return out.toString();
    }

    static boolean valid(int[] cells, String puzzle) {
        Masks m = new Masks(null);
        boolean ok = true;
        for (int at = 0; at < 81; at++) {
            ok &= cells[at] > 0 && m.place(at, cells[at]);
            ok &= puzzle.charAt(at) == '.' || puzzle.charAt(at) - '0' == cells[at];
        }
        return ok;
    }

    static void parallel(String puzzle, int[] expected) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicReference<int[]> solution = new AtomicReference<>();
        Masks root = load(puzzle, null);
        int at = root.narrowest();
        List<Future<Integer>> branches = new ArrayList<>();
        for (int c = root.candidates(at); c != 0; c &= c - 1) {
            int digit = Integer.numberOfTrailingZeros(c);
            branches.add(pool.submit(() -> {
                Masks m = load(puzzle, stop);
                m.place(at, digit);
                int[] first = new int[81];
                int found = m.solve(1, first);
                if (found > 0 && solution.compareAndSet(null, first)) {
                    stop.set(true);
                }
                return found;
            }));
        }
        int found = 0;
        for (Future<Integer> f : branches) {
            found += f.get();
        }
        pool.shutdown();
        System.out.println("parallel: branches " + branches.size() + " found " + found + " same "
                + Arrays.equals(solution.get(), expected));
    }

    public static void main(String[] args) throws Exception {
        String[] puzzles = {
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        };
        for (int i = 0; i < puzzles.length; i++) {
            String p = puzzles[i];
            int[] a = new int[81];
            int[] b = new int[81];
            Masks m = load(p, null);
            Links l = links(p);
            int countA = m.solve(2, a);
            int countB = l.solve(2, b);
            System.out.println("puzzle " + i + ": solutions " + countA + " " + countB + " agree " + Arrays.equals(a, b)
                    + " valid " + valid(a, p) + " nodes " + m.nodes + " " + l.nodes);
            System.out.print(show(a));
        }
        String loose = puzzles[0].substring(0, 63) + ".".repeat(18);
        int[] ignored = new int[81];
        int[] ignoredToo = new int[81];
        System.out.println("loose puzzle, at most 50 solutions: " + load(loose, null).solve(50, ignored) + " "
                + links(loose).solve(50, ignoredToo));
        String impossible = "5.3.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        System.out.println("impossible: " + load(impossible, null).solve(2, new int[81]) + " "
                + links(impossible).solve(2, new int[81]));
        try {
            load("55" + ".".repeat(79), null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] hard = new int[81];
        load(puzzles[2], null).solve(1, hard);
        parallel(puzzles[2], hard);
    }
}

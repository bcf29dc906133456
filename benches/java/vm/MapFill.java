// HashMap, with some HashSet, ArrayList and ArrayDeque: fill, look up, iterate, remove.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class MapFill {
    static long round(int n, int seed) {
        Map<Integer, Integer> squares = new HashMap<>();
        for (int i = 0; i < n; i++) {
            squares.put(i * 7 + seed, i * i);
        }
        long sum = 0;
        for (int i = 0; i < n * 7; i += 3) {
            Integer v = squares.get(i + seed);
            if (v != null) {
                sum += v;
            }
        }
        Map<String, List<Integer>> groups = new HashMap<>();
        for (int i = 0; i < n; i++) {
            groups.computeIfAbsent("group-" + i % 37, k -> new ArrayList<>()).add(i);
        }
        for (Map.Entry<String, List<Integer>> e : groups.entrySet()) {
            sum = sum * 31 + e.getKey().hashCode() + e.getValue().size();
        }
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < n; i++) {
            counts.merge((i * 31 + seed) % 101, 1, Integer::sum);
        }
        Set<Integer> seen = new HashSet<>();
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        while (!queue.isEmpty()) {
            int v = queue.poll();
            if (v < n && seen.add(v)) {
                queue.add(v * 2);
                queue.add(v * 3 + 1);
            }
        }
        for (int v : seen) {
            sum += (long) v * counts.getOrDefault(v % 101, 0);
        }
        squares.keySet().removeIf(k -> k % 2 == 0);
        return sum * 31 + squares.size();
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        long sum = 0;
        for (int r = 0; r < rounds; r++) {
            sum = sum * 31 + round(3_000, r);
        }
        System.out.println("MapFill " + sum);
    }
}

// Shortest paths and their relatives on one weighted graph: Dijkstra with a priority queue, A-star on a grid,
// Bellman-Ford, Floyd-Warshall, Kruskal and Prim, maximum flow, strongly connected components; and Dijkstra from
// every town in parallel.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class ProgGraphs {
    record Edge<N>(N from, N to, int weight) {
        Edge<N> reversed() {
            return new Edge<>(to, from, weight);
        }
    }

    static final class Graph<N extends Comparable<N>> {
        private final Map<N, List<Edge<N>>> out = new TreeMap<>();
        private final boolean directed;

        Graph(boolean directed) {
            this.directed = directed;
        }

        Graph<N> edge(N a, N b, int weight) {
            add(new Edge<>(a, b, weight));
            out.computeIfAbsent(b, k -> new ArrayList<>());
            if (!directed) {
                add(new Edge<>(b, a, weight));
            }
            return this;
        }

        private void add(Edge<N> e) {
            out.computeIfAbsent(e.from(), k -> new ArrayList<>()).add(e);
        }

        List<Edge<N>> edges() {
            return out.values().stream().flatMap(List::stream).collect(Collectors.toList());
        }
    }

    record Route<N>(N at, int cost, Route<N> before) implements Comparable<Route<N>> {
        @Override
        public int compareTo(Route<N> o) {
            return Integer.compare(cost, o.cost);
        }

        List<N> path() {
            List<N> p = new ArrayList<>();
            for (Route<N> r = this; r != null; r = r.before) {
                p.add(r.at);
            }
            Collections.reverse(p);
            return p;
        }
    }

    static <N extends Comparable<N>> Map<N, Route<N>> dijkstra(Graph<N> g, N start) {
        Map<N, Route<N>> done = new TreeMap<>();
        PriorityQueue<Route<N>> open = new PriorityQueue<>(Comparator.<Route<N>>naturalOrder().thenComparing(Route::at));
        open.add(new Route<>(start, 0, null));
        while (!open.isEmpty()) {
            Route<N> r = open.poll();
            if (done.putIfAbsent(r.at(), r) != null) {
                continue;
            }
            for (Edge<N> e : g.out.get(r.at())) {
                if (e.weight() < 0) {
                    throw new IllegalArgumentException("negative edge " + e);
                }
                if (!done.containsKey(e.to())) {
                    open.add(new Route<>(e.to(), r.cost() + e.weight(), r));
                }
            }
        }
        return done;
    }

    static <N extends Comparable<N>> Map<N, Integer> bellmanFord(Graph<N> g, N start) {
        Map<N, Integer> cost = new TreeMap<>(Map.of(start, 0));
        for (int round = 0; round < g.out.size(); round++) {
            boolean changed = false;
            for (Edge<N> e : g.edges()) {
                Integer c = cost.get(e.from());
                if (c != null && c + e.weight() < cost.getOrDefault(e.to(), Integer.MAX_VALUE)) {
                    cost.put(e.to(), c + e.weight());
                    changed = true;
                }
            }
            if (!changed) {
                return cost;
            }
        }
        throw new IllegalStateException("negative cycle");
    }

    static <N extends Comparable<N>> int[][] floydWarshall(Graph<N> g, List<N> nodes) {
        int n = nodes.size();
        int far = Integer.MAX_VALUE / 4;
        int[][] d = new int[n][n];
        for (int[] row : d) {
            Arrays.fill(row, far);
        }
        for (int i = 0; i < n; i++) {
            d[i][i] = 0;
        }
        for (Edge<N> e : g.edges()) {
            int i = nodes.indexOf(e.from());
            int j = nodes.indexOf(e.to());
            d[i][j] = Math.min(d[i][j], e.weight());
        }
        IntBinaryOperator min = Math::min;
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    d[i][j] = min.applyAsInt(d[i][j], d[i][k] + d[k][j]);
                }
            }
        }
        return d;
    }

    static <N extends Comparable<N>> List<Edge<N>> kruskal(Graph<N> g) {
        Map<N, N> parent = new HashMap<>();
        g.out.keySet().forEach(n -> parent.put(n, n));
        List<Edge<N>> tree = new ArrayList<>();
        List<Edge<N>> edges = g.edges();
        edges.sort(Comparator.<Edge<N>>comparingInt(Edge::weight).thenComparing(Edge::from).thenComparing(Edge::to));
        for (Edge<N> e : edges) {
            N a = root(parent, e.from());
            N b = root(parent, e.to());
            if (!a.equals(b)) {
                parent.put(a, b);
                tree.add(e);
            }
        }
        return tree;
    }

    private static <N> N root(Map<N, N> parent, N n) {
        while (!parent.get(n).equals(n)) {
            parent.put(n, parent.get(parent.get(n)));
            n = parent.get(n);
        }
        return n;
    }

    static <N extends Comparable<N>> int prim(Graph<N> g, N start) {
        Map<N, Boolean> in = new HashMap<>(Map.of(start, true));
        PriorityQueue<Edge<N>> open = new PriorityQueue<>(Comparator.comparingInt(Edge::weight));
        open.addAll(g.out.get(start));
        int total = 0;
        while (!open.isEmpty()) {
            Edge<N> e = open.poll();
            if (in.put(e.to(), true) == null) {
                total += e.weight();
                open.addAll(g.out.get(e.to()));
            }
        }
        return total;
    }

    // Edmonds and Karp: shortest augmenting paths on residual capacities.
    static <N extends Comparable<N>> int maxFlow(Graph<N> g, N source, N sink) {
        Map<N, Map<N, Integer>> residual = new TreeMap<>();
        for (Edge<N> e : g.edges()) {
            residual.computeIfAbsent(e.from(), k -> new TreeMap<>()).merge(e.to(), e.weight(), Integer::sum);
            residual.computeIfAbsent(e.to(), k -> new TreeMap<>()).merge(e.from(), 0, Integer::sum);
        }
        int flow = 0;
        while (true) {
            Map<N, N> before = new HashMap<>(Map.of(source, source));
            Queue<N> open = new ArrayDeque<>(List.of(source));
            while (!open.isEmpty() && !before.containsKey(sink)) {
                N at = open.remove();
                residual.get(at).forEach((to, left) -> {
                    if (left > 0 && before.putIfAbsent(to, at) == null) {
                        open.add(to);
                    }
                });
            }
            if (!before.containsKey(sink)) {
                return flow;
            }
            int least = Integer.MAX_VALUE;
            for (N n = sink; !n.equals(source); n = before.get(n)) {
                least = Math.min(least, residual.get(before.get(n)).get(n));
            }
            for (N n = sink; !n.equals(source); n = before.get(n)) {
                residual.get(before.get(n)).merge(n, -least, Integer::sum);
                residual.get(n).merge(before.get(n), least, Integer::sum);
            }
            flow += least;
        }
    }

    static final class Tarjan<N extends Comparable<N>> {
        private final Graph<N> g;
        private final Map<N, Integer> index = new HashMap<>();
        private final Map<N, Integer> low = new HashMap<>();
        private final Deque<N> stack = new ArrayDeque<>();
        final List<List<N>> components = new ArrayList<>();

        Tarjan(Graph<N> g) {
            this.g = g;
            g.out.keySet().forEach(n -> {
                if (!index.containsKey(n)) {
                    visit(n);
                }
            });
        }

        private void visit(N n) {
            index.put(n, index.size());
            low.put(n, index.get(n));
            stack.push(n);
            for (Edge<N> e : g.out.get(n)) {
                if (!index.containsKey(e.to())) {
                    visit(e.to());
                    low.merge(n, low.get(e.to()), Math::min);
                } else if (stack.contains(e.to())) {
                    low.merge(n, index.get(e.to()), Math::min);
                }
            }
            if (low.get(n).equals(index.get(n))) {
                List<N> component = new ArrayList<>();
                N m;
                do {
                    m = stack.pop();
                    component.add(m);
                } while (!m.equals(n));
                Collections.sort(component);
                components.add(component);
            }
        }
    }

    record Cell(int row, int column) {
    }

    static String aStar(String... maze) {
        Cell start = null;
        Cell goal = null;
        for (int r = 0; r < maze.length; r++) {
            for (int c = 0; c < maze[r].length(); c++) {
                if (maze[r].charAt(c) == 'S') {
                    start = new Cell(r, c);
                } else if (maze[r].charAt(c) == 'G') {
                    goal = new Cell(r, c);
                }
            }
        }
        Cell end = goal;
        record Step(Cell at, int cost, int guess, Step before) {
        }
        PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingInt(Step::guess)
                .thenComparing(Step::cost, Comparator.reverseOrder()).thenComparing(s -> s.at().row())
                .thenComparing(s -> s.at().column()));
        Map<Cell, Integer> best = new HashMap<>();
        open.add(new Step(start, 0, 0, null));
        int expanded = 0;
        while (!open.isEmpty()) {
            Step s = open.poll();
            if (best.getOrDefault(s.at(), Integer.MAX_VALUE) <= s.cost()) {
                continue;
            }
            best.put(s.at(), s.cost());
            expanded++;
            if (s.at().equals(end)) {
                char[][] drawn = Arrays.stream(maze).map(String::toCharArray).toArray(char[][]::new);
                for (Step p = s.before(); p.before() != null; p = p.before()) {
                    drawn[p.at().row()][p.at().column()] = '*';
                }
                return Arrays.stream(drawn).map(String::new).collect(Collectors.joining("\n")) + "\ncost " + s.cost()
                        + " expanded " + expanded;
            }
            int[][] moves = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
            for (int[] m : moves) {
                int r = s.at().row() + m[0];
                int c = s.at().column() + m[1];
                if (maze[r].charAt(c) != '#') {
                    int cost = s.cost() + (maze[r].charAt(c) == '~' ? 4 : 1);
                    open.add(new Step(new Cell(r, c), cost, cost + Math.abs(end.row() - r)
                            + Math.abs(end.column() - c), s));
                }
            }
        }
        return "no way, expanded " + expanded;
    }

    static Graph<String> towns() {
        return new Graph<String>(false).edge("Arad", "Zerind", 75).edge("Arad", "Sibiu", 140)
                .edge("Arad", "Timisoara", 118).edge("Zerind", "Oradea", 71).edge("Oradea", "Sibiu", 151)
                .edge("Timisoara", "Lugoj", 111).edge("Lugoj", "Mehadia", 70).edge("Mehadia", "Drobeta", 75)
                .edge("Drobeta", "Craiova", 120).edge("Sibiu", "Fagaras", 99).edge("Sibiu", "Rimnicu", 80)
                .edge("Rimnicu", "Craiova", 146).edge("Rimnicu", "Pitesti", 97).edge("Craiova", "Pitesti", 138)
                .edge("Fagaras", "Bucharest", 211).edge("Pitesti", "Bucharest", 101).edge("Bucharest", "Giurgiu", 90);
    }

    public static void main(String[] args) throws Exception {
        Graph<String> towns = towns();
        Map<String, Route<String>> routes = dijkstra(towns, "Arad");
        routes.forEach((t, r) -> System.out.println(t + " " + r.cost() + " " + r.path()));
        Map<String, Integer> costs = new LinkedHashMap<>();
        routes.forEach((t, r) -> costs.put(t, r.cost()));
        System.out.println("Bellman-Ford agrees " + bellmanFord(towns, "Arad").equals(costs));
        List<String> names = new ArrayList<>(towns.out.keySet());
        int[][] all = floydWarshall(towns, names);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Map<String, Integer> sums = new ConcurrentSkipListMap<>();
        for (String t : names) {
            pool.execute(() -> sums.put(t, dijkstra(towns, t).values().stream().mapToInt(Route::cost).sum()));
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        boolean agree = IntStream.range(0, names.size()).allMatch(i -> Arrays.stream(all[i]).sum() == sums.get(names.get(
                i)));
        System.out.println("Floyd-Warshall agrees " + agree + ", most central "
                + Collections.min(sums.entrySet(), Map.Entry.comparingByValue()));
        List<Edge<String>> tree = kruskal(towns);
        System.out.println("spanning tree " + tree.stream().mapToInt(Edge::weight).sum() + " " + prim(towns, "Arad") + " "
                + tree.size() + " " + tree.get(0) + " " + tree.get(0).reversed());
        Graph<Integer> negative = new Graph<Integer>(true).edge(1, 2, 4).edge(1, 3, 5).edge(3, 2, -3).edge(2, 4, 1);
        System.out.println(bellmanFord(negative, 1));
        try {
            dijkstra(negative, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            bellmanFord(negative.edge(4, 3, 1), 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Graph<Character> pipes = new Graph<Character>(true).edge('s', 'a', 16).edge('s', 'b', 13).edge('a', 'b', 10)
                .edge('b', 'a', 4).edge('a', 'c', 12).edge('c', 'b', 9).edge('b', 'd', 14).edge('d', 'c', 7)
                .edge('c', 't', 20).edge('d', 't', 4);
        System.out.println("flow " + maxFlow(pipes, 's', 't'));
        Graph<Integer> links = new Graph<Integer>(true).edge(1, 2, 1).edge(2, 3, 1).edge(3, 1, 1).edge(3, 4, 1)
                .edge(4, 5, 1).edge(5, 6, 1).edge(6, 4, 1).edge(6, 7, 1);
        System.out.println("components " + new Tarjan<>(links).components);
        System.out.println(aStar("############", "#S  #      #", "# # # #### #", "# #   #  # #", "# ##### ~# #",
                "#   ~~~~~  #", "######## # #", "#        #G#", "############"));
        System.out.println(aStar("#####", "#S#G#", "#####"));
    }
}

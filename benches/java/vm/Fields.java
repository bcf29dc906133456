// Allocation and field access: linked lists, trees and small mutable objects with fields of several types.

public class Fields {
    static final class Link {
        final int value;
        Link next;

        Link(int value, Link next) {
            this.value = value;
            this.next = next;
        }
    }

    static final class Tree {
        Tree left;
        Tree right;
        final int key;
        int size = 1;

        Tree(int key) {
            this.key = key;
        }

        static Tree insert(Tree t, int key) {
            if (t == null) {
                return new Tree(key);
            }
            if (key < t.key) {
                t.left = insert(t.left, key);
            } else if (key > t.key) {
                t.right = insert(t.right, key);
            }
            t.size = 1 + (t.left == null ? 0 : t.left.size) + (t.right == null ? 0 : t.right.size);
            return t;
        }
    }

    static final class Body {
        double x;
        double y;
        double vx = 0.5;
        double vy;
        long steps;
        byte hits;
        boolean inside = true;

        void step() {
            x += vx * 0.01;
            y += vy * 0.01;
            vx -= x * 0.01;
            vy -= y * 0.01;
            inside = x * x + y * y < 0.16;
            if (!inside) {
                hits++;
            }
            steps++;
        }
    }

    static int created;

    static Link build(int n) {
        Link head = null;
        for (int i = 0; i < n; i++) {
            head = new Link(i, head);
            created++;
        }
        return head;
    }

    static Link reverse(Link head) {
        Link done = null;
        while (head != null) {
            Link next = head.next;
            head.next = done;
            done = head;
            head = next;
        }
        return done;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 280;
        long sum = 0;
        Body[] bodies = new Body[50];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
            bodies[i].y = i / 100.0;
        }
        for (int r = 0; r < rounds; r++) {
            Link list = reverse(build(4_000));
            for (Link l = list; l != null; l = l.next) {
                sum = sum * 31 + l.value;
            }
            Tree tree = null;
            int x = r;
            for (int i = 0; i < 500; i++) {
                x = x * 1103515245 + 12345;
                tree = Tree.insert(tree, x >>> 16);
            }
            sum += tree.size;
            for (int k = 0; k < 40; k++) {
                for (Body b : bodies) {
                    b.step();
                }
            }
        }
        for (Body b : bodies) {
            sum = sum * 31 + Double.doubleToLongBits(b.x) + b.steps + b.hits;
        }
        System.out.println("Fields " + sum + " " + created);
    }
}

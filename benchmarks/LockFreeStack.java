// origin: Treiber; the ABA problem
// sizes: threads=3
// small: 2
// wrong: error assertion, message ~ still on the stack
// right: ok
// A stack of reused nodes. Every thread pops two and pushes the first again; a compare-and-set cannot tell that the top it expects
// went away and came back, and puts back a node that somebody keeps. The right one gives the top a version.
import java.util.concurrent.atomic.AtomicStampedReference;

public class LockFreeStack {
    static class Node {
        volatile Node next;
        volatile boolean kept;
    }

    final boolean right;
    final AtomicStampedReference<Node> top = new AtomicStampedReference<>(null, 0);

    LockFreeStack(boolean right) {
        this.right = right;
    }

    private boolean replace(Node expected, Node node, int version) {
        return top.compareAndSet(expected, node, version, right ? version + 1 : version);
    }

    void push(Node node) {
        int[] version = new int[1];
        do {
            node.next = top.get(version);
        } while (!replace(node.next, node, version[0]));
    }

    Node pop() {
        int[] version = new int[1];
        Node node;
        Node next;
        do {
            node = top.get(version);
            if (node == null) {
                return null;
            }
            next = node.next;
        } while (!replace(node, next, version[0]));
        return node;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 3);
        LockFreeStack stack = new LockFreeStack(benchmark.right);
        for (int i = 0; i <= benchmark.size(0); i++) {
            stack.push(new Node());
        }
        Benchmark.join(Benchmark.start(benchmark.size(0), thread -> {
            Node reused = stack.pop();
            Node kept = stack.pop();
            if (kept != null) {
                kept.kept = true;
            }
            if (reused != null) {
                stack.push(reused);
            }
        }));
        for (Node node = stack.pop(); node != null; node = stack.pop()) {
            assert !node.kept : "still on the stack";
        }
    }
}

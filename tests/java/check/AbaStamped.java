// expect: ok
// The same stack with a stamp beside the top, which no reuse brings back.
import java.util.concurrent.atomic.AtomicStampedReference;

public class AbaStamped {
    static class Node {
        volatile Node next;
    }

    static final AtomicStampedReference<Node> TOP = new AtomicStampedReference<>(null, 0);

    static void push(Node node) {
        int[] stamp = new int[1];
        do {
            node.next = TOP.get(stamp);
        } while (!TOP.compareAndSet(node.next, node, stamp[0], stamp[0] + 1));
    }

    static Node pop() {
        int[] stamp = new int[1];
        Node top;
        Node next;
        do {
            top = TOP.get(stamp);
            next = top.next;
        } while (!TOP.compareAndSet(top, next, stamp[0], stamp[0] + 1));
        return top;
    }

    public static void main(String[] args) throws InterruptedException {
        Node c = new Node();
        Node b = new Node();
        Node a = new Node();
        push(c);
        push(b);
        push(a);
        Node[] got = new Node[1];
        Thread slow = new Thread(() -> got[0] = pop());
        slow.start();
        Node popped = pop();
        Node kept = pop();
        push(popped);
        slow.join();
        for (Node node = TOP.getReference(); node != null; node = node.next) {
            assert node != kept : "freed twice";
        }
    }
}

// expect: ok
// A lock-free stack: two pushes and a pop lose nothing.
import java.util.concurrent.atomic.AtomicReference;

public class TreiberStack {
    static class Node {
        final int value;
        Node next;

        Node(int value) {
            this.value = value;
        }
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(int value) {
        Node node = new Node(value);
        Node seen;
        do {
            seen = TOP.get();
            node.next = seen;
        } while (!TOP.compareAndSet(seen, node));
    }

    static int pop() {
        while (true) {
            Node seen = TOP.get();
            if (seen == null) {
                return 0;
            }
            if (TOP.compareAndSet(seen, seen.next)) {
                return seen.value;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> push(1));
        Thread b = new Thread(() -> push(2));
        a.start();
        b.start();
        int got = pop();
        a.join();
        b.join();
        assert got + pop() + pop() == 3;
        assert pop() == 0;
    }
}

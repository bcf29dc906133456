// expect: error assertion, message ~ freed twice
// A stack of reused nodes: compareAndSet cannot tell that its expected top went away and came back.
import java.util.concurrent.atomic.AtomicReference;

public class AbaPlain {
    static class Node {
        volatile Node next;
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push(Node node) {
        do {
            node.next = TOP.get();
        } while (!TOP.compareAndSet(node.next, node));
    }

    static Node pop() {
        Node top;
        Node next;
        do {
            top = TOP.get();
            next = top.next;
        } while (!TOP.compareAndSet(top, next));
        return top;
    }

    public static void main(String[] args) throws InterruptedException {
        Node c = new Node();
        Node b = new Node();
        Node a = new Node();
        push(c);
        push(b);
        push(a);
        Thread slow = new Thread(AbaPlain::pop);
        slow.start();
        Node popped = pop();
        Node kept = pop();
        push(popped);
        slow.join();
        for (Node node = TOP.get(); node != null; node = node.next) {
            assert node != kept : "freed twice";
        }
    }
}

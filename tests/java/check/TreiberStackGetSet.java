// expect: error assertion, message ~ lost item
// The same stack pushing with get and set.
import java.util.concurrent.atomic.AtomicReference;

public class TreiberStackGetSet {
    static class Node {
        final Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static final AtomicReference<Node> TOP = new AtomicReference<>();

    static void push() {
        TOP.set(new Node(TOP.get()));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TreiberStackGetSet::push);
        other.start();
        push();
        other.join();
        assert TOP.get().next != null : "lost item";
    }
}

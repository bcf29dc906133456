// origin: 001 tables 1 to 5
// sizes: threads=2 items=4
// small: 2 2
// wrong: error assertion, message ~ lost
// right: ok
// warn: perhaps race
// Threads append to one list: each walks to the last node and hangs its own there. Two that find the same last node lose one
// of theirs. The right ones hold the list's monitor.
public class LinkedList {
    static class Node {
        Node next;
    }

    static boolean right;
    final Node head = new Node();

    void add() {
        if (right) {
            synchronized (this) {
                append(new Node());
            }
        } else {
            append(new Node());
        }
    }

    private void append(Node node) {
        Node last = head;
        while (last.next != null) {
            last = last.next;
        }
        last.next = node;
    }

    int length() {
        int length = 0;
        for (Node node = head.next; node != null; node = node.next) {
            length++;
        }
        return length;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 2, 4);
        right = benchmark.right;
        LinkedList list = new LinkedList();
        Benchmark.join(Benchmark.start(benchmark.size(0), thread -> {
            for (int i = 0; i < benchmark.size(1); i++) {
                list.add();
            }
        }));
        assert list.length() == benchmark.size(0) * benchmark.size(1) : "lost";
    }
}

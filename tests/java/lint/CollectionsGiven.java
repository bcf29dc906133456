// lint: unlocked-iteration lock-order
// sequence: java.util.AbstractList.equals\+\d+,CollectionsGiven.main\+\d+,java.util.AbstractList.equals\+\d+
import java.util.Vector;

public class CollectionsGiven {
    public static void main(String[] args) {
        Vector<Integer> one = new Vector<>();
        Vector<Integer> other = new Vector<>();
        // Each compares under its own lock only, and takes the other's for each element.
        new Thread(() -> one.equals(other)).start();
        new Thread(() -> other.equals(one)).start();
        other.add(1);
    }
}

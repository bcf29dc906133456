// expect: error exception, message ~ ArrayIndexOutOfBoundsException
// Each method of Vector holds its lock; both together do not.
import java.util.Vector;

public class VectorCheckThenAct {
    static final Vector<Integer> ITEMS = new Vector<>();

    static void take() {
        if (!ITEMS.isEmpty()) {
            ITEMS.remove(0);
        }
    }

    public static void main(String[] args) {
        ITEMS.add(1);
        new Thread(VectorCheckThenAct::take).start();
        new Thread(VectorCheckThenAct::take).start();
    }
}

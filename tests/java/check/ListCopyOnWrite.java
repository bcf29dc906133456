// expect: ok
// An iterator of a CopyOnWriteArrayList sees the list as it was.
import java.util.concurrent.CopyOnWriteArrayList;

public class ListCopyOnWrite {
    public static void main(String[] args) {
        CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();
        list.add(1);
        new Thread(() -> list.add(2)).start();
        int sum = 0;
        for (int item : list) {
            sum += item;
        }
        assert sum == 1 || sum == 3;
    }
}

// expect: error exception, message ~ ConcurrentModificationException
// warn: perhaps race
// A synchronized list whose iteration does not hold its lock.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListIterated {
    public static void main(String[] args) {
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        list.add(1);
        list.add(2);
        new Thread(() -> list.add(3)).start();
        int sum = 0;
        for (int item : list) {
            sum += item;
        }
    }
}

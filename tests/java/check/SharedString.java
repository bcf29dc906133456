// expect: ok
// A string's cached hash code is the library's own business: using one string in two threads is no race.
import java.util.HashMap;

public class SharedString {
    public static void main(String[] args) {
        String key = new String(new char[] {'k', 'e', 'y'});
        Runnable body = () -> {
            HashMap<String, Integer> map = new HashMap<>();
            map.put(key, 1);
            assert map.get("key") == 1;
        };
        new Thread(body).start();
        new Thread(body).start();
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Texts {
    static final String GREETING = "grüße, \u0000 und \ud83d\ude00";

    public static void main(String[] args) {
        Map<String, List<Integer>> index = new HashMap<>();
        for (int i = 0; i < 6; i++) {
            index.computeIfAbsent("key" + i % 3, key -> new ArrayList<>()).add(i);
        }
        StringBuilder text = new StringBuilder(GREETING);
        for (Map.Entry<String, List<Integer>> entry : index.entrySet()) {
            text.append(entry.getKey()).append('=').append(entry.getValue()).append(1L).append(2.0);
        }
        String all = text.toString().intern();
        switch (all.substring(0, 2)) {
            case "gr" -> System.out.println(all + " " + all.length() + 'c' + 1 + 2L + null);
            case "ab" -> System.out.println("ab");
            default -> System.exit(9);
        }
        System.exit(all.hashCode() & 7);
    }
}

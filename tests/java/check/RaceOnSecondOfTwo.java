// expect: error race, message ~ of RaceOnSecondOfTwo\$Box#2:
// options: --property race
// What races goes by the same name as in the trace: the second box that is spoken of.
public class RaceOnSecondOfTwo {
    static class Box {
        int content;
    }

    public static void main(String[] args) {
        Box first = new Box();
        Box second = new Box();
        new Thread(() -> {
            first.content = 1;
            second.content = 1;
        }).start();
        new Thread(() -> second.content = 2).start();
    }
}

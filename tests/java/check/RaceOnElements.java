// expect: error race
// options: --property race
// Two threads write the same element of an array.
public class RaceOnElements {
    public static void main(String[] args) {
        int[] items = new int[2];
        new Thread(() -> items[1] = 1).start();
        new Thread(() -> items[1] = 2).start();
    }
}

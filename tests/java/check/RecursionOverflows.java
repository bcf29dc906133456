// expect: error exception, message ~ StackOverflowError
// Infinite recursion overflows the stack.
public class RecursionOverflows {
    static int down(int depth) {
        return down(depth + 1) + 1;
    }

    public static void main(String[] args) {
        new Thread(() -> down(0)).start();
    }
}

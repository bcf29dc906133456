// lint: race double-checked
public class DoubleChecked {
    static DoubleChecked plain;
    static volatile DoubleChecked right;

    static DoubleChecked plain() {
        if (plain == null) {
            synchronized (DoubleChecked.class) {
                if (plain == null) {
                    plain = new DoubleChecked();
                }
            }
        }
        return plain;
    }

    static DoubleChecked right() {
        if (right == null) {
            synchronized (DoubleChecked.class) {
                if (right == null) {
                    right = new DoubleChecked();
                }
            }
        }
        return right;
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(plain() == right())).start();
        System.out.println(plain() == right());
    }
}

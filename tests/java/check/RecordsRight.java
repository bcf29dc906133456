// expect: ok
// Records made in two threads are equal if their parts are.
public class RecordsRight {
    record Point(int x, int y) {}

    public static void main(String[] args) throws InterruptedException {
        Point[] points = new Point[2];
        Thread a = new Thread(() -> points[0] = new Point(1, 2));
        Thread b = new Thread(() -> points[1] = new Point(1, 2));
        a.start();
        b.start();
        a.join();
        b.join();
        assert points[0].equals(points[1]) && points[0].hashCode() == points[1].hashCode();
    }
}

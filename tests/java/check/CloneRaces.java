// expect: ok
// warn: race
// A clone reads every element and every field.
public class CloneRaces {
    static class Point implements Cloneable {
        int x = 1;
        int y = 1;

        Point copy() {
            try {
                return (Point) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Point point = new Point();
        Thread writer = new Thread(() -> {
            synchronized (point) {
                point.x = 2;
            }
            point.y = 2;
        });
        writer.start();
        Point copy;
        synchronized (point) {
            copy = point.copy();
        }
        writer.join();
        assert copy.x + copy.y >= 2;
    }
}

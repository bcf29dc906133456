// outcomes: 0 1 | 1 0 | 1 1
// Store buffering over plain fields, every access under one monitor.
public class StoreBufferingMonitors extends Litmus {
    private int x;
    private int y;
    int a;
    int b;

    synchronized void setX() {
        x = 1;
    }

    synchronized void setY() {
        y = 1;
    }

    synchronized int getX() {
        return x;
    }

    synchronized int getY() {
        return y;
    }

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                setX();
                a = getY();
            },
            () -> {
                setY();
                b = getX();
            },
        };
    }

    @Override
    String outcome() {
        return a + " " + b;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, StoreBufferingMonitors::new);
    }
}

// origin: 001 tables 1 to 5
// sizes: lifts=3 floors=6
// small: 2 3
// wrong: error assertion, message ~ nobody there
// right: ok
// Lifts go round a building, each from another floor on, and take in who has pressed the button where they stop; one person
// presses it, at the middle floor. The wrong lift looks at the button and opens its doors in two steps. Both have to be there at
// the same moment for two lifts to open their doors, so one must fall far behind the other.
public class Elevator {
    static class Floor {
        boolean pressed;

        synchronized void press() {
            pressed = true;
        }

        synchronized boolean isPressed() {
            return pressed;
        }

        synchronized void open() {
            assert pressed : "nobody there";
            pressed = false;
        }
    }

    static boolean right;

    static void stopAt(Floor floor) {
        if (right) {
            synchronized (floor) {
                openIfPressed(floor);
            }
        } else {
            openIfPressed(floor);
        }
    }

    static void openIfPressed(Floor floor) {
        if (floor.isPressed()) {
            floor.open();
        }
    }

    public static void main(String[] args) {
        Benchmark benchmark = new Benchmark(args, 3, 6);
        right = benchmark.right;
        int lifts = benchmark.size(0);
        Floor[] floors = new Floor[benchmark.size(1)];
        for (int i = 0; i < floors.length; i++) {
            floors[i] = new Floor();
        }
        Benchmark.start(lifts, lift -> {
            for (int i = 0; i < floors.length; i++) {
                stopAt(floors[(lift * floors.length / lifts + i) % floors.length]);
            }
        });
        floors[floors.length / 2].press();
    }
}

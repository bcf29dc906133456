// origin: 001 tables 1 to 5
// sizes: lifts=3 floors=4
// small: 2 2
// wrong: error assertion, message ~ nobody there
// right: ok
// Lifts go up floor by floor and take in who has pressed the button there, while people press. The wrong lift looks at the
// button and opens its doors in two steps; two lifts that come to a floor at the same moment both do.
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
        Benchmark benchmark = new Benchmark(args, 3, 4);
        right = benchmark.right;
        Floor[] floors = new Floor[benchmark.size(1)];
        for (int i = 0; i < floors.length; i++) {
            floors[i] = new Floor();
        }
        Benchmark.start(benchmark.size(0), lift -> {
            for (int i = 0; i < floors.length; i++) {
                stopAt(floors[(lift + i) % floors.length]);
            }
        });
        for (Floor floor : floors) {
            floor.press();
        }
    }
}

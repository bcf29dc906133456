// lint: race
// shows: --show parallel Race ~ started at Race.main:18
// shows: --show parallel Race.main:17 Race ~ nothing happens in parallel
// shows: --show parallel Race.main:19 Race ~ Race.add:12, run by java.lang.Thread made at Race.main:17, beside main
// shows: --show slice Race.main:21 Race ~ Race.add:12
// shows: --show slice --forward Race.add:12 Race ~ Race.main:21
// shows: --show points-to Race.main:18 Race ~ java.lang.Thread made at Race.main:17
// shows: --show calls Race.main:18 Race ~ java.lang.Thread.start
// shows: --show cfg Race.main Race ~ b0: lines
public class Race {
    int sum;
    void add() { sum++; }

    // Main reads once more after the join, which is no race.
    public static void main(String[] args) throws InterruptedException {
        Race race = new Race();
        Thread other = new Thread(race::add);
        other.start();
        race.add();
        other.join();
        System.out.println(race.sum);
    }
}

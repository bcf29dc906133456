// lint: race
// sequence: Race.add\+2,Race.add\+7,Race.add\+7
// shows: --show parallel Race ~ started at Race.main:19
// shows: --show parallel Race.main:18 Race ~ nothing happens in parallel
// shows: --show parallel Race.main:20 Race ~ Race.add:13, run by java.lang.Thread made at Race.main:18, beside main
// shows: --show slice Race.main:22 Race ~ Race.add:13
// shows: --show slice --forward Race.add:13 Race ~ Race.main:22
// shows: --show points-to Race.main:19 Race ~ java.lang.Thread made at Race.main:18
// shows: --show calls Race.main:19 Race ~ java.lang.Thread.start
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

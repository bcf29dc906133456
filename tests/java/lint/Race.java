// lint: race
// sequence: Race.add\+2,Race.add\+7,Race.add\+7
// shows: --show parallel Race ~ started at Race.main:22
// shows: --show parallel Race.main:21 Race ~ nothing happens in parallel
// shows: --show parallel Race.main:23 Race ~ Race.add:16, run by java.lang.Thread made at Race.main:21, beside main
// shows: --show slice Race.main:25 Race ~ Race.add:16
// shows: --show slice --forward Race.add:16 Race ~ Race.main:25
// shows: --show slice Race.main:25 --format svg Race ~ (?s)^<\?xml.*<svg .*>Race.add:16<.*</svg>\s*$
// shows: --show locks --format svg Race ~ there is nothing to draw
// shows: --show calls --library --format svg Race ~ would take too long; name a location
// shows: --show points-to Race.main:22 Race ~ java.lang.Thread made at Race.main:21
// shows: --show calls Race.main:22 Race ~ java.lang.Thread.start
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

// lint: none
// shows: --show slice Wrongplaces:12 WrongPlaces ~ nearest is WrongPlaces
// shows: --show slice WrongPlaces.man:12 WrongPlaces ~ nearest is WrongPlaces.main
// shows: --show slice WrongPlaces:9999 WrongPlaces ~ no code at WrongPlaces:9999; nearest is WrongPlaces:13
// shows: --show slice WrongPlaces.never WrongPlaces ~ nothing can call it
// shows: --show slice WrongPlaces:x WrongPlaces ~ is no location
// shows: --show slice WrongPlaces ~ needs a location
public class WrongPlaces {
    static void never() {}

    public static void main(String[] args) {
        System.out.println("nothing wrong");
    }
}

// lint: start-in-constructor
public class StartInConstructor extends Thread {
    StartInConstructor() {
        start();
    }

    @Override
    public void run() {}

    public static void main(String[] args) {
        new StartInConstructor();
    }
}

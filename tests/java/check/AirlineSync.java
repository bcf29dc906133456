// expect: ok
// args: 3 1
// The same with check and sale in one critical section.
public class AirlineSync {
    static int capacity;
    static int sold;

    static synchronized void sell() {
        if (sold < capacity) {
            sold++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] sellers = new Thread[Integer.parseInt(args[0])];
        capacity = sellers.length - Integer.parseInt(args[1]);
        for (int i = 0; i < sellers.length; i++) {
            sellers[i] = new Thread(AirlineSync::sell);
            sellers[i].start();
        }
        for (Thread seller : sellers) {
            seller.join();
        }
        assert sold == capacity : "oversold";
    }
}

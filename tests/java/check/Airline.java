// expect: error assertion, message ~ oversold
// warn: perhaps race
// args: 3 1
// More sellers than seats; the check and the sale are two steps. Arguments: sellers, how many may be too many.
public class Airline {
    static int capacity;
    static int sold;
    static boolean closed;

    static void sell() {
        if (!closed) {
            sold++;
            if (sold >= capacity) {
                closed = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] sellers = new Thread[Integer.parseInt(args[0])];
        capacity = sellers.length - Integer.parseInt(args[1]);
        for (int i = 0; i < sellers.length; i++) {
            sellers[i] = new Thread(Airline::sell);
            sellers[i].start();
        }
        for (Thread seller : sellers) {
            seller.join();
        }
        assert sold <= capacity : "oversold";
    }
}

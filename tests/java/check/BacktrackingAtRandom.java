// expect: error assertion
// options: --backtrack luby,threshold=3,ratio=0.9 --order random --seed 2
// What is given up at random leaves enough to find the lost deposit.
public class BacktrackingAtRandom {
    static int balance;

    static synchronized int read() {
        return balance;
    }

    static synchronized void write(int value) {
        balance = value;
    }

    static synchronized void add(int amount) {
        write(read() + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] tellers = new Thread[3];
        for (int i = 0; i < tellers.length; i++) {
            tellers[i] = new Thread(() -> write(read() + 10));
            tellers[i].start();
        }
        for (Thread teller : tellers) {
            teller.join();
        }
        assert read() == 30;
    }
}

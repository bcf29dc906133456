// expect: error assertion
// options: --strategy pct --seed 1
// A random scheduler finds the lost deposit, and its schedule can be replayed.
public class StrategyByChance {
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

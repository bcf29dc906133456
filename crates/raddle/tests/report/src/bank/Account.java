package bank;

public class Account {
    int balance;
    final Object lock = new Object();

    void deposit(int amount) {
        int old;
        synchronized (lock) {
            old = balance;
        }
        synchronized (lock) {
            balance = old + amount;
        }
    }

    public static void main(String[] args) throws Exception {
        Account account = new Account();
        Thread one = new Thread(() -> account.deposit(10), "teller-1");
        Thread two = new Thread(() -> account.deposit(10), "teller-2");
        one.start();
        two.start();
        one.join();
        two.join();
        System.out.println("balance: " + account.balance);
        assert account.balance == 20;
    }
}

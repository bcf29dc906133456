// Threads that deposit into and withdraw from one account under its monitor. Argument: threads.
public class AccountSync {
    int balance;

    synchronized void deposit(int amount) {
        balance += amount;
    }

    synchronized void withdraw(int amount) {
        balance -= amount;
    }

    public static void main(String[] args) throws InterruptedException {
        AccountSync account = new AccountSync();
        Thread[] threads = new Thread[Integer.parseInt(args[0])];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                account.deposit(2);
                account.withdraw(1);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert account.balance == threads.length;
    }
}

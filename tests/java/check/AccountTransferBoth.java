// expect: error deadlock
// A transfer that holds both monitors, in whatever order they come.
public class AccountTransferBoth {
    int balance = 100;

    synchronized void transfer(AccountTransferBoth to, int amount) {
        synchronized (to) {
            balance -= amount;
            to.balance += amount;
        }
    }

    public static void main(String[] args) {
        AccountTransferBoth a = new AccountTransferBoth();
        AccountTransferBoth b = new AccountTransferBoth();
        new Thread(() -> a.transfer(b, 10)).start();
        new Thread(() -> b.transfer(a, 20)).start();
    }
}

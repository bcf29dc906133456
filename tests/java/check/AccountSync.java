// expect: ok
// One monitor for all accounts.
public class AccountSync {
    static final Object BANK = new Object();
    int balance = 100;

    void transfer(AccountSync to, int amount) {
        synchronized (BANK) {
            balance -= amount;
            to.balance += amount;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AccountSync a = new AccountSync();
        AccountSync b = new AccountSync();
        Thread there = new Thread(() -> a.transfer(b, 10));
        Thread back = new Thread(() -> b.transfer(a, 20));
        there.start();
        back.start();
        there.join();
        back.join();
        assert a.balance + b.balance == 200 : "money made or lost";
    }
}

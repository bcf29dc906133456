// expect: error assertion, message ~ money made or lost
// warn: perhaps race
// A transfer holds the monitor of the account it takes from, not of the one it gives to.
public class AccountTransfer {
    int balance = 100;

    synchronized void transfer(AccountTransfer to, int amount) {
        balance -= amount;
        to.balance += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        AccountTransfer a = new AccountTransfer();
        AccountTransfer b = new AccountTransfer();
        Thread there = new Thread(() -> a.transfer(b, 10));
        Thread back = new Thread(() -> b.transfer(a, 20));
        there.start();
        back.start();
        there.join();
        back.join();
        assert a.balance + b.balance == 200 : "money made or lost";
    }
}

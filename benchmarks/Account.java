// origin: 004 tables 4.1 to 4.3
// sizes: accounts=4
// small: 2
// wrong: error assertion, message ~ money made or lost
// right: ok
// warn: perhaps race
// Every account has a thread that deposits, withdraws, and transfers to the next account. A transfer holds the lock of the
// account it takes from only; the right one holds both, always in the same order.
public class Account {
    static boolean right;
    final int number;
    int balance = 100;

    Account(int number) {
        this.number = number;
    }

    synchronized void deposit(int amount) {
        balance += amount;
    }

    synchronized void withdraw(int amount) {
        balance -= amount;
    }

    void transfer(Account to, int amount) {
        if (right) {
            synchronized (number < to.number ? this : to) {
                synchronized (number < to.number ? to : this) {
                    move(to, amount);
                }
            }
        } else {
            synchronized (this) {
                move(to, amount);
            }
        }
    }

    private void move(Account to, int amount) {
        balance -= amount;
        to.balance += amount;
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 4);
        right = benchmark.right;
        Account[] accounts = new Account[benchmark.size(0)];
        for (int i = 0; i < accounts.length; i++) {
            accounts[i] = new Account(i);
        }
        Benchmark.join(Benchmark.start(accounts.length, i -> {
            accounts[i].deposit(300);
            accounts[i].withdraw(100);
            accounts[i].transfer(accounts[(i + 1) % accounts.length], 99);
        }));
        for (Account account : accounts) {
            assert account.balance == 300 : "money made or lost";
        }
    }
}

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Threads move money between accounts. Both accounts of a transfer are locked, the lower number first, so that no two
 * transfers wait for each other; a withdrawal waits until there is enough.
 */
public class Bank {
    private static final int ACCOUNTS = 3;
    private static final int TELLERS = 3;
    private static final int TRANSFERS = 20;
    private static final int START = 100;

    /** An account with the lock that guards its balance. */
    private static final class Account {
        final int number;
        final ReentrantLock lock = new ReentrantLock();
        final Condition deposited = lock.newCondition();
        private int balance = START;

        Account(int number) {
            this.number = number;
        }

        void deposit(int amount) {
            lock.lock();
            try {
                balance += amount;
                deposited.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void withdraw(int amount) throws InterruptedException {
            lock.lock();
            try {
                while (balance < amount) {
                    deposited.await();
                }
                balance -= amount;
                assert balance >= 0 : "account " + number + " is overdrawn";
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        List<Account> accounts = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts.add(new Account(i));
        }
        List<Thread> tellers = new ArrayList<>();
        for (int i = 0; i < TELLERS; i++) {
            int teller = i;
            tellers.add(new Thread(() -> work(teller, accounts), "teller " + i));
        }
        tellers.forEach(Thread::start);

        // A customer who wants more than the account has waits until the salary is there.
        Account savings = new Account(ACCOUNTS);
        Thread customer = new Thread(() -> buy(savings), "customer");
        customer.start();
        savings.deposit(2 * START);
        customer.join();

        for (Thread teller : tellers) {
            teller.join();
        }
        int sum = 0;
        for (Account account : accounts) {
            System.out.println("account " + account.number + ": " + account.balance);
            sum += account.balance;
        }
        System.out.println("savings: " + savings.balance);
        System.out.println(sum == ACCOUNTS * START ? "nothing was lost" : "the sum is wrong: " + sum);
    }

    private static void buy(Account savings) {
        try {
            savings.withdraw(2 * START + START / 2);
            System.out.println("the customer bought a loom");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void work(int teller, List<Account> accounts) {
        for (int i = 0; i < TRANSFERS; i++) {
            Account from = accounts.get((teller + i) % ACCOUNTS);
            Account to = accounts.get((teller + 2 * i + 1) % ACCOUNTS);
            if (from != to) {
                transfer(from, to, 1 + (teller + i) % 3);
            }
        }
    }

    private static void transfer(Account from, Account to, int amount) {
        Account first = from.number < to.number ? from : to;
        Account second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                from.balance -= amount;
                to.balance += amount;
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }
}

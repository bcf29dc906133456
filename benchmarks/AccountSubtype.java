// origin: 003 tables 3.2 and 3.5
// sizes: business=9 personal=1
// small: 2 1
// wrong: error assertion, message ~ money made or lost
// right: ok
// warn: perhaps race
// Business accounts do everything under their locks. A personal account transfers to the first business account without
// holding that one's, so only the two of them can go wrong, and main sees it at the end. The right one holds it.
public class AccountSubtype {
    static boolean right;

    abstract static class Account {
        int balance = 100;

        synchronized void deposit(int amount) {
            balance += amount;
        }

        synchronized void withdraw(int amount) {
            balance -= amount;
        }

        abstract void transfer(Account to, int amount);
    }

    static class BusinessAccount extends Account {
        @Override
        void transfer(Account to, int amount) {
            withdraw(amount);
            to.deposit(amount);
        }
    }

    static class PersonalAccount extends Account {
        @Override
        void transfer(Account to, int amount) {
            withdraw(amount);
            if (right) {
                to.deposit(amount);
            } else {
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Benchmark benchmark = new Benchmark(args, 9, 1);
        right = benchmark.right;
        Account[] business = new Account[benchmark.size(0)];
        for (int i = 0; i < business.length; i++) {
            business[i] = new BusinessAccount();
        }
        Account bank = new BusinessAccount();
        Thread[] companies = Benchmark.start(business.length, i -> {
            business[i].deposit(50);
            business[i].transfer(bank, 20);
        });
        Thread[] persons = Benchmark.start(benchmark.size(1), i -> new PersonalAccount().transfer(business[0], 10));
        Benchmark.join(companies, persons);
        for (int i = 0; i < business.length; i++) {
            int received = i == 0 ? 10 * persons.length : 0;
            assert business[i].balance == 130 + received : "money made or lost";
        }
    }
}

// A bank with tellers in threads: transfers under two ordered locks, interest under a write lock, audits under read
// locks, failed transfers, standing orders, and a journal that must explain every balance.

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ProgBank {
    enum Kind { CHECKING, SAVINGS, CREDIT }

    static final class InsufficientFunds extends Exception {
        final String account;
        final long missing;

        InsufficientFunds(String account, long missing) {
            super(account + " lacks " + money(missing));
            this.account = account;
            this.missing = missing;
        }
    }

    static final class FrozenAccount extends RuntimeException {
        FrozenAccount(String account) {
            super(account + " is frozen");
        }
    }

    record Entry(String from, String to, long cents, String note) {
    }

    static String money(long cents) {
        return String.format("%s%d.%02d", cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }

    abstract static class Account {
        final String id;
        final Kind kind;
        final ReentrantLock lock = new ReentrantLock();
        final Condition paidIn = lock.newCondition();
        private long cents;
        boolean frozen;

        Account(String id, Kind kind, long cents) {
            this.id = id;
            this.kind = kind;
            this.cents = cents;
        }

        long balance() {
            lock.lock();
            try {
                return cents;
            } finally {
                lock.unlock();
            }
        }

        abstract long limit();

        void withdraw(long amount) throws InsufficientFunds {
            if (!lock.isHeldByCurrentThread()) {
                throw new IllegalStateException("withdraw without the lock");
            }
            if (frozen) {
                throw new FrozenAccount(id);
            }
            if (cents - amount < limit()) {
                throw new InsufficientFunds(id, limit() - (cents - amount));
            }
            cents -= amount;
        }

        void deposit(long amount) {
            if (!lock.isHeldByCurrentThread()) {
                throw new IllegalStateException("deposit without the lock");
            }
            cents += amount;
            paidIn.signalAll();
        }
    }

    static final class Checking extends Account {
        Checking(String id, long cents) {
            super(id, Kind.CHECKING, cents);
        }

        @Override
        long limit() {
            return 0;
        }
    }

    static final class Savings extends Account {
        Savings(String id, long cents) {
            super(id, Kind.SAVINGS, cents);
        }

        @Override
        long limit() {
            return 1000;
        }
    }

    static final class Credit extends Account {
        private final long line;

        Credit(String id, long line) {
            super(id, Kind.CREDIT, 0);
            this.line = line;
        }

        @Override
        long limit() {
            return -line;
        }
    }

    static final class Bank {
        final Map<String, Account> accounts = new LinkedHashMap<>();
        final ConcurrentLinkedQueue<Entry> journal = new ConcurrentLinkedQueue<>();
        // Readers are the transfers, which may overlap; the writer is whoever needs the whole bank to stand still.
        final ReadWriteLock quiet = new ReentrantReadWriteLock(true);
        final AtomicInteger audits = new AtomicInteger();

        void add(Account a) {
            accounts.put(a.id, a);
        }

        void transfer(String from, String to, long cents, String note) throws InsufficientFunds {
            Account a = accounts.get(from);
            Account b = accounts.get(to);
            Account first = a.id.compareTo(b.id) < 0 ? a : b;
            Account second = first == a ? b : a;
            quiet.readLock().lock();
            first.lock.lock();
            second.lock.lock();
            try {
                a.withdraw(cents);
                b.deposit(cents);
                journal.add(new Entry(from, to, cents, note));
            } finally {
                second.lock.unlock();
                first.lock.unlock();
                quiet.readLock().unlock();
            }
        }

        // Waits until the account can pay.
        void standingOrder(String from, String to, long cents) throws InterruptedException, InsufficientFunds {
            Account a = accounts.get(from);
            a.lock.lock();
            try {
                while (a.balance() - cents < a.limit()) {
                    a.paidIn.await();
                }
            } finally {
                a.lock.unlock();
            }
            transfer(from, to, cents, "standing order");
        }

        long total() {
            quiet.writeLock().lock();
            try {
                audits.incrementAndGet();
                return accounts.values().stream().mapToLong(Account::balance).sum();
            } finally {
                quiet.writeLock().unlock();
            }
        }

        long payInterest(int basisPoints) {
            quiet.writeLock().lock();
            try {
                long paid = 0;
                for (Account a : accounts.values()) {
                    if (a.kind == Kind.SAVINGS) {
                        a.lock.lock();
                        try {
                            long interest = a.balance() * basisPoints / 10_000;
                            a.deposit(interest);
                            journal.add(new Entry("(bank)", a.id, interest, "interest"));
                            paid += interest;
                        } finally {
                            a.lock.unlock();
                        }
                    }
                }
                return paid;
            } finally {
                quiet.writeLock().unlock();
            }
        }
    }

    static Bank open() {
        Bank b = new Bank();
        b.add(new Checking("alice", 50_000));
        b.add(new Checking("bob", 30_000));
        b.add(new Savings("carol", 80_000));
        b.add(new Savings("dave", 20_000));
        b.add(new Credit("erin", 25_000));
        return b;
    }

    static Map<String, Long> replay(Bank bank, Map<String, Long> start) {
        Map<String, Long> balances = new TreeMap<>(start);
        for (Entry e : bank.journal) {
            if (!e.from().startsWith("(")) {
                balances.merge(e.from(), -e.cents(), Long::sum);
            }
            balances.merge(e.to(), e.cents(), Long::sum);
        }
        return balances;
    }

    static Map<String, Long> balances(Bank bank) {
        Map<String, Long> m = new TreeMap<>();
        bank.accounts.values().forEach(a -> m.put(a.id, a.balance()));
        return m;
    }

    // Fixed traffic: everyone pays everyone amounts that always fit, so that the final balances do not depend on the order.
    static void settledTraffic() throws Exception {
        Bank bank = open();
        Map<String, Long> start = balances(bank);
        List<String> ids = new ArrayList<>(bank.accounts.keySet());
        long before = bank.total();
        ExecutorService tellers = Executors.newFixedThreadPool(4);
        List<Future<Integer>> work = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int seed = t;
            work.add(tellers.submit(() -> {
                int done = 0;
                for (int k = 0; k < 40; k++) {
                    String from = ids.get((k + seed) % 4);
                    String to = ids.get((k * 3 + seed + 1) % 5);
                    if (!from.equals(to)) {
                        bank.transfer(from, to, 10 + (k * 7 + seed) % 50, "t" + seed);
                        done++;
                    }
                    if (k % 10 == 0 && bank.total() != before) {
                        throw new IllegalStateException("audit failed");
                    }
                }
                return done;
            }));
        }
        int transfers = 0;
        for (Future<Integer> f : work) {
            transfers += f.get();
        }
        tellers.shutdown();
        System.out.println("transfers " + transfers + " journal " + bank.journal.size() + " total kept "
                + (bank.total() == before) + " audits " + bank.audits);
        Map<String, Long> after = balances(bank);
        after.forEach((id, cents) -> System.out.println("  " + id + " " + money(cents)));
        System.out.println("journal explains the balances " + replay(bank, start).equals(after));
    }

    // Here the outcome of single transfers depends on the order; the invariants do not.
    static void overdrafts() throws Exception {
        Bank bank = open();
        Map<String, Long> start = balances(bank);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger made = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int seed = t;
            Thread th = new Thread(() -> {
                String[] ids = {"alice", "bob", "carol", "dave", "erin"};
                for (int k = 0; k < 30; k++) {
                    try {
                        bank.transfer(ids[(k + seed) % 5], ids[(k + seed + 1 + k % 3) % 5], 9_000, "big");
                        made.incrementAndGet();
                    } catch (InsufficientFunds e) {
                        refused.incrementAndGet();
                    }
                }
            });
            threads.add(th);
            th.start();
        }
        for (Thread th : threads) {
            th.join();
        }
        boolean limits = bank.accounts.values().stream().allMatch(a -> a.balance() >= a.limit());
        System.out.println("attempts " + (made.get() + refused.get()) + " limits kept " + limits + " total "
                + money(bank.total()) + " explained " + replay(bank, start).equals(balances(bank)));
    }

    static void failures() {
        Bank bank = open();
        List<Callable<Void>> attempts = new ArrayList<>();
        attempts.add(() -> {
            bank.transfer("dave", "alice", 19_500, "too much");
            return null;
        });
        attempts.add(() -> {
            bank.transfer("erin", "alice", 25_001, "past the line");
            return null;
        });
        attempts.add(() -> {
            bank.accounts.get("bob").frozen = true;
            bank.transfer("bob", "alice", 1, "frozen");
            return null;
        });
        attempts.add(() -> {
            bank.accounts.get("alice").withdraw(5);
            return null;
        });
        for (Callable<Void> c : attempts) {
            try {
                c.call();
                System.out.println("went through");
            } catch (Exception e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
        boolean free = bank.accounts.values().stream().noneMatch(a -> a.lock.isLocked());
        System.out.println("journal " + bank.journal.size() + " no lock left behind " + free);
    }

    static void standingOrders() throws Exception {
        Bank bank = open();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<String>> orders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int id = i;
            orders.add(pool.submit(() -> {
                bank.standingOrder("alice", "dave", 40_000);
                return "order paid";
            }));
        }
        // Each order needs 400; alice has 500, so that two of them wait for money.
        bank.transfer("carol", "alice", 60_000, "gift");
        bank.transfer("bob", "alice", 30_000, "gift");
        List<String> paid = new ArrayList<>();
        int failed = 0;
        for (Future<String> f : orders) {
            try {
                paid.add(f.get(1, TimeUnit.HOURS));
            } catch (ExecutionException e) {
                failed++;
            }
        }
        pool.shutdown();
        // An order may find the money gone between its wait and its transfer; then it fails and the money stays.
        long moved = paid.size() * 40_000L;
        System.out.println("consistent " + (bank.accounts.get("dave").balance() == 20_000 + moved
                && bank.accounts.get("alice").balance() == 140_000 - moved && paid.size() + failed == 3));
    }

    public static void main(String[] args) throws Exception {
        settledTraffic();
        overdrafts();
        failures();
        standingOrders();
        Bank bank = open();
        System.out.println("interest " + money(bank.payInterest(125)) + " total " + money(bank.total()));
        List<Account> rich = new ArrayList<>(bank.accounts.values());
        rich.sort(Comparator.comparingLong(Account::balance).reversed());
        System.out.println(rich.get(0).id + " " + money(rich.get(0).balance()) + ", last " + rich.get(4).id + " "
                + money(rich.get(4).balance()) + " " + Collections.max(bank.journal, Comparator.comparingLong(
                        Entry::cents)));
    }
}

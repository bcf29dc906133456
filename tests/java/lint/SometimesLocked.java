// lint: sometimes-locked
// The lock is taken in most places, but not by who looks.
public class SometimesLocked {
    int balance;

    synchronized void deposit(int amount) {
        balance += amount;
    }

    synchronized void withdraw(int amount) {
        balance -= amount;
    }

    int look() {
        return balance;
    }

    public static void main(String[] args) {
        SometimesLocked account = new SometimesLocked();
        new Thread(() -> account.deposit(5)).start();
        new Thread(() -> account.withdraw(5)).start();
        System.out.println(account.look());
    }
}

// args: 5
// small: 2
// states: 25579 1154
// finals: 11
// traces: 518400
// values: 7803
// schedules: 16807
// n threads deposit and one withdraws, without a lock; nobody reads the balance at the end.
public class Account {
    static int balance;

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        Runnable deposit = () -> balance = balance + 1;
        for (int i = 0; i < n; i++) {
            new Thread(deposit).start();
        }
        new Thread(() -> balance = balance - 100).start();
    }
}

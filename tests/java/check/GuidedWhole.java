// expect: ok
// options: --search guided --sequence GuidedWhole.add:8,GuidedWhole.add+0
// There is no error along the places or elsewhere, and nothing had to be dropped: the search has gone through everything.
public class GuidedWhole {
    static int sum;

    static synchronized void add() {
        sum++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(GuidedWhole::add);
        other.start();
        add();
        other.join();
        assert sum == 2;
    }
}

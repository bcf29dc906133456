// expect: ok
// unfollowed: calls of proxies
// The class of a proxy is made when it is first asked for, and stays: another path does not make it again.
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

public class ProxyByTwo {
    static final AtomicInteger calls = new AtomicInteger();

    static int call() {
        ClassLoader loader = ProxyByTwo.class.getClassLoader();
        Class<?>[] interfaces = {IntSupplier.class};
        Object proxy = Proxy.newProxyInstance(loader, interfaces, (self, method, args) -> calls.incrementAndGet());
        return ((IntSupplier) proxy).getAsInt();
    }

    public static void main(String[] args) throws InterruptedException {
        int[] others = new int[1];
        Thread other = new Thread(() -> others[0] = call());
        other.start();
        int own = call();
        other.join();
        assert own + others[0] == 3 : "a call was lost";
    }
}

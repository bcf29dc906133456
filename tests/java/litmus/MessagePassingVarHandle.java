// outcomes: 0 | 1 | none
// A release write and an acquire read pass the message as a volatile pair does; the opaque read may be early.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class MessagePassingVarHandle extends Litmus {
    static final VarHandle DATA;
    static final VarHandle FLAG;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DATA = lookup.findVarHandle(MessagePassingVarHandle.class, "data", int.class);
            FLAG = lookup.findVarHandle(MessagePassingVarHandle.class, "flag", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    int data;
    int flag;
    String seen = "none";

    @Override
    Runnable[] threads() {
        return new Runnable[] {
            () -> {
                DATA.setOpaque(this, 1);
                FLAG.setRelease(this, 1);
            },
            () -> {
                int early = (int) DATA.getOpaque(this);
                if ((int) FLAG.getAcquire(this) == 1) {
                    seen = "" + early;
                    if ((int) DATA.getOpaque(this) != 1) {
                        seen = "released too early";
                    }
                }
            },
        };
    }

    @Override
    String outcome() {
        return seen;
    }

    public static void main(String[] args) throws InterruptedException {
        run(args, MessagePassingVarHandle::new);
    }
}

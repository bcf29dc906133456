// main is inherited from a superclass, the superclass is initialised first, and varargs main is fine.
public class MainInherited extends MainInheritedBase {
    static { System.out.println("subclass initialised"); }
}
class MainInheritedBase {
    static { System.out.println("base initialised"); }
    public static void main(final String... args) throws Throwable {
        System.out.println("main in base " + args.length);
        StackTraceElement e = new Throwable().getStackTrace()[0];
        System.out.println(e.getClassName() + "." + e.getMethodName());
        throw new Odd();
    }
    static class Odd extends Throwable {
        @Override
        public String toString() {
            return "an odd throwable";
        }
    }
}

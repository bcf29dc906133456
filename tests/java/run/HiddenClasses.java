// Classes defined through a Lookup: hidden ones, nest mates, class data, ordinary ones; their names, access, stack frames.
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

public class HiddenClasses {
    private static String secret() { return "secret of " + HiddenClasses.class.getName(); }

    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + ": " + plain(action.call()));
        } catch (Throwable e) {
            System.out.println(what + " throws " + plain(e) + (e.getCause() == null ? "" : " because of " + plain(e.getCause())));
        }
    }

    static String plain(Object text) {
        return String.valueOf(text).replaceAll("[+/.]0x[0-9a-f]+", "/0x").replaceAll("@[0-9a-f]+", "@");
    }

    public static void main(String[] args) throws Exception {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        byte[] file;
        try (InputStream in = HiddenClasses.class.getResourceAsStream("Concealed.class")) {
            file = in.readAllBytes();
        }
        Class<?> hidden = lookup.defineHiddenClass(file, true).lookupClass();
        attempt("names", () -> hidden.getName() + " " + hidden.getSimpleName() + " " + hidden.getCanonicalName() + " " + hidden + " "
            + hidden.getTypeName() + " " + hidden.isHidden() + " " + hidden.getPackageName() + " " + hidden.arrayType().getName().startsWith("[L"));
        attempt("nest", () -> (hidden.getNestHost() == hidden) + " " + hidden.isNestmateOf(HiddenClasses.class));
        attempt("loader", () -> (hidden.getClassLoader() == HiddenClasses.class.getClassLoader()) + " " + (hidden.getModule() == HiddenClasses.class.getModule()));
        attempt("instance", () -> hidden.getDeclaredConstructor().newInstance());
        attempt("other each time", () -> lookup.defineHiddenClass(file, false).lookupClass() != hidden);
        attempt("not found by name", () -> Class.forName(hidden.getName()));
        attempt("not by its own name either", () -> Class.forName("Concealed$None"));
        attempt("private of another nest", () -> hidden.getMethod("reach").invoke(null));
        attempt("nest mate", () -> {
            Class<?> mate = lookup.defineHiddenClass(file, true, ClassOption.NESTMATE).lookupClass();
            return mate.getNestHost() + " " + mate.isNestmateOf(HiddenClasses.class) + " " + mate.getMethod("count").invoke(null);
        });
        attempt("class data", () -> {
            MethodHandles.Lookup in = lookup.defineHiddenClassWithClassData(file, List.of("data", 1), true);
            return MethodHandles.classData(in, "_", List.class) + " " + MethodHandles.classDataAt(in, "_", Integer.class, 1);
        });
        attempt("no class data", () -> MethodHandles.classData(lookup, "_", List.class));
        attempt("frames", () -> {
            try {
                return hidden.getMethod("fail").invoke(null);
            } catch (InvocationTargetException e) {
                return Arrays.stream(e.getCause().getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("fail"));
            }
        });
        attempt("static state", () -> hidden.getMethod("count").invoke(null) + " " + hidden.getMethod("count").invoke(null));
        attempt("members", () -> hidden.getDeclaredMethods().length + " " + hidden.getDeclaredFields().length + " " + hidden.getDeclaredField("count").getType());
        attempt("final field", () -> {
            java.lang.reflect.Field field = hidden.getDeclaredField("fixed");
            field.setAccessible(true);
            field.setInt(hidden.getDeclaredConstructor().newInstance(), 1);
            return "set";
        });
        attempt("ordinary", () -> {
            Class<?> ordinary = lookup.defineClass(file);
            return ordinary + " " + ordinary.isHidden() + " " + (Class.forName("Concealed") == ordinary);
        });
        attempt("ordinary again", () -> lookup.defineClass(file));
        attempt("broken", () -> lookup.defineHiddenClass(new byte[] {1, 2, 3}, true));
        attempt("without rights", () -> MethodHandles.publicLookup().defineHiddenClass(file, true));
        attempt("into java.lang", () -> MethodHandles.privateLookupIn(String.class, lookup));
    }
}

class Concealed {
    static int count;
    final int fixed = Integer.parseInt("7");
    public static int count() { return ++count; }
    public static Object reach() throws Exception { return HiddenClasses.class.getDeclaredMethod("secret").invoke(null); }
    public static void fail() { throw new RuntimeException("hidden"); }
    @Override public String toString() { return "a concealed one, " + getClass().isHidden() + " " + fixed; }
}

// Program arguments and -D options as the launcher hands them over, including empty, quoted, starred and non-ASCII ones.
public class LaunchArgs {
    public static void main(String... args) {
        System.out.println(args.length);
        for (String a : args) System.out.println("[" + a + "] " + a.length());
        for (String k : new String[] {"key", "empty", "spaced", "eq", "flag", "num", "over", "uni"})
            System.out.println(k + "=[" + System.getProperty(k) + "]");
        System.out.println(Boolean.getBoolean("flag") + " " + Integer.getInteger("num") + " " + Long.getLong("num", 1L)
            + " " + Integer.getInteger("hex"));
        assert args.length > 0 : "assertions are on";
        System.exit(args.length);
    }
}

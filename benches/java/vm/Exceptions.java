// Exceptions thrown and caught through a few frames, with finally blocks, traces filled in, and those the machine
// raises.

public class Exceptions {
    static final class Light extends RuntimeException {
        final int code;

        Light(int code) {
            super(null, null, false, false);
            this.code = code;
        }
    }

    static final class Checked extends Exception {
        Checked(String message) {
            super(message);
        }
    }

    static int cleanups;

    static int down(int depth, int x) throws Checked {
        if (depth == 0) {
            switch (x & 3) {
                case 0:
                    throw new Checked("checked");
                case 1:
                    throw new IllegalStateException("state");
                case 2:
                    throw new Light(x);
                default:
                    return x;
            }
        }
        try {
            return down(depth - 1, x) + 1;
        } finally {
            cleanups++;
        }
    }

    static int machine(int[] a, Object o, int x) {
        try {
            switch (x % 4) {
                case 0:
                    return a[a.length + x % 3];
                case 1:
                    return 10 / (x & 0);
                case 2:
                    return ((String) o).length();
                default:
                    return ((int[]) null).length;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return 1;
        } catch (ArithmeticException e) {
            return 2;
        } catch (ClassCastException e) {
            return 3;
        } catch (NullPointerException e) {
            return 4;
        }
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 60_000;
        long sum = 0;
        int[] a = new int[4];
        for (int r = 0; r < rounds; r++) {
            try {
                sum += down(5, r);
            } catch (Checked e) {
                sum = sum * 31 + e.getMessage().length();
            } catch (Light e) {
                sum = sum * 31 + e.code;
            } catch (RuntimeException e) {
                sum = sum * 31 + 7;
            }
            sum = sum * 31 + machine(a, r, r);
        }
        System.out.println("Exceptions " + sum + " " + cleanups);
    }
}

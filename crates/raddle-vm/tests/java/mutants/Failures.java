public class Failures {
    static class Own extends RuntimeException {
        final int code;
        int depth = 77;
        long cause = 99;

        Own(int code, Throwable cause) {
            super("own " + code, cause);
            this.code = code;
        }
    }

    static int steps;

    static int risky(int n) throws Exception {
        try {
            steps++;
            if (n > 2 && n < 6) {
                System.gc();
            }
            switch (n) {
                case 0: throw new Own(1, null);
                case 1: return 1 / (n - 1);
                case 2: return ((Object) "x").hashCode() + ((Integer) (Object) "x");
                case 3: return (new int[1])[n];
                case 4: throw new Exception("checked");
                case 5: return ((String) null).length();
                case 6: return new int[-n].length;
                case 7: return risky(n);
                default: return n;
            }
        } catch (Own own) {
            return own.code;
        } catch (ArithmeticException | ClassCastException e) {
            throw new Own(n, e);
        } finally {
            steps += 10;
        }
    }

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 9; i++) {
            try {
                sum += risky(i);
            } catch (Own e) {
                sum += e.code + (e.getCause() == null ? 0 : 1) + e.getStackTrace().length;
            } catch (StackOverflowError | Exception e) {
                sum++;
            }
        }
        if (sum > 1000) {
            throw new Own(sum, new Error("deep"));
        }
        System.exit(sum & 0x3f);
    }
}

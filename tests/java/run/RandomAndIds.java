// Seeded Random and SplittableRandom sequences, UUIDs from bytes and strings, hashing helpers.
import java.util.*;
import java.util.random.*;
import java.util.stream.*;

public class RandomAndIds {
    public static void main(String[] args) {
        for (long seed : new long[] {0, 1, -1, 42, Long.MAX_VALUE}) {
            Random r = new Random(seed);
            StringBuilder s = new StringBuilder();
            s.append(r.nextInt())
                .append(' ')
                .append(r.nextInt(100))
                .append(' ')
                .append(r.nextInt(64))
                .append(' ')
                .append(r.nextInt(5, 10))
                .append(' ')
                .append(r.nextLong())
                .append(' ')
                .append(r.nextBoolean())
                .append(' ')
                .append(r.nextFloat())
                .append(' ')
                .append(r.nextDouble())
                .append(' ')
                .append(r.nextGaussian())
                .append(' ')
                .append(r.nextGaussian());
            byte[] b = new byte[7];
            r.nextBytes(b);
            s.append(Arrays.toString(b)).append(r.nextLong(1000)).append(' ').append(r.nextDouble(2.5, 3));
            System.out.println(s);
            System.out.println(r.ints(5).boxed().toList() + " " + r.ints(4, 0, 10).boxed().toList()
                + r.longs(2, -5, 5).boxed().toList() + r.doubles(2).boxed().toList());
        }
        Random same = new Random(7);
        same.nextGaussian();
        same.setSeed(7);
        System.out.println(same.nextInt() == new Random(7).nextInt());
        int[] hist = new int[10];
        Random r = new Random(123);
        for (int i = 0; i < 20000; i++) hist[r.nextInt(10)]++;
        System.out.println(Arrays.toString(hist));
        List<Integer> l = new ArrayList<>(IntStream.range(0, 20).boxed().toList());
        Collections.shuffle(l, new Random(5));
        System.out.println(l);
        SplittableRandom sr = new SplittableRandom(99);
        SplittableRandom ch = sr.split();
        System.out.println(sr.nextInt() + " " + sr.nextLong() + " " + ch.nextInt(50) + " " + ch.nextDouble()
            + sr.nextBoolean() + " " + ch.ints(3, 0, 9).boxed().toList());
        RandomGenerator g = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
        System.out.println(g.nextInt() + " " + g.nextLong() + " " + g.nextGaussian() + " " + g.nextInt(10));
        RandomGenerator x = RandomGenerator.of("Random");
        System.out.println(
            x.getClass().getSimpleName() + RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(1).nextLong());
        for (Runnable q : new Runnable[] {()
                                              -> new Random().nextInt(-1),
                 () -> new Random().nextInt(5, 5), () -> new Random().ints(-1), () -> RandomGenerator.of("Nope")})
            try {
                q.run();
            } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(UUID.nameUUIDFromBytes("hello".getBytes()) + " " + UUID.nameUUIDFromBytes(new byte[0]));
        UUID u = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        System.out.println(u + " " + u.version() + u.variant() + u.getMostSignificantBits()
            + u.getLeastSignificantBits() + u.hashCode() + u.timestamp() + u.clockSequence() + u.node()
            + u.compareTo(new UUID(0, 0)) + u.equals(UUID.fromString("123E4567-E89B-12D3-A456-426614174000"))
            + UUID.fromString("1-2-3-4-5") + new UUID(-1, 1));
        for (String bad : new String[] {"", "x-y-z-a-b", "1-2-3-4", "123e4567-e89b-12d3-a456-4266141740000000"}) try {
                System.out.println(UUID.fromString(bad));
            } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        UUID rnd = UUID.randomUUID();
        System.out.println(rnd.version() + " " + rnd.variant() + rnd.toString().length());
        System.out.println(HexFormat.of().formatHex(new byte[] {1, -1, 127})
            + HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {10, -5})
            + Arrays.toString(HexFormat.of().parseHex("00ff7f")) + HexFormat.of().toHexDigits((byte) 9)
            + HexFormat.fromHexDigits("cafe"));
        Random sub = new Random(1) {
            @Override
            protected int next(int bits) {
                return super.next(bits) & ~1;
            }
        };
        System.out.println(sub.nextInt() + " " + sub.nextLong() + " " + sub.nextBoolean());
    }
}

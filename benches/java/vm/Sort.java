// Sorting: objects by a comparator with Arrays.sort, ints by a quicksort written here, and a heap sort of longs.

import java.util.Arrays;
import java.util.Comparator;

public class Sort {
    static final class Person {
        final String name;
        final int age;

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        String name() {
            return name;
        }

        int age() {
            return age;
        }
    }

    static void quicksort(int[] a, int from, int to) {
        while (to - from > 12) {
            int pivot = a[from + to >>> 1];
            int i = from;
            int j = to;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    int t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            if (j - from < to - i) {
                quicksort(a, from, j);
                from = i;
            } else {
                quicksort(a, i, to);
                to = j;
            }
        }
        for (int k = from + 1; k <= to; k++) {
            int v = a[k];
            int p = k - 1;
            while (p >= from && a[p] > v) {
                a[p + 1] = a[p];
                p--;
            }
            a[p + 1] = v;
        }
    }

    static void heapsort(long[] a) {
        for (int k = a.length / 2 - 1; k >= 0; k--) {
            sift(a, k, a.length);
        }
        for (int end = a.length - 1; end > 0; end--) {
            long t = a[0];
            a[0] = a[end];
            a[end] = t;
            sift(a, 0, end);
        }
    }

    static void sift(long[] a, int at, int end) {
        long v = a[at];
        int child;
        while ((child = 2 * at + 1) < end) {
            if (child + 1 < end && a[child + 1] > a[child]) {
                child++;
            }
            if (a[child] <= v) {
                break;
            }
            a[at] = a[child];
            at = child;
        }
        a[at] = v;
    }

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        Comparator<Person> order = Comparator.comparingInt(Person::age).thenComparing(Person::name);
        long sum = 0;
        int x = 42;
        for (int r = 0; r < rounds; r++) {
            Person[] people = new Person[1_500];
            int[] ints = new int[12_000];
            long[] longs = new long[4_000];
            for (int i = 0; i < ints.length; i++) {
                x = x * 1103515245 + 12345;
                ints[i] = x >> 4;
                if (i < longs.length) {
                    longs[i] = (long) x * i;
                }
                if (i < people.length) {
                    people[i] = new Person("p" + (x >>> 20), (x >>> 8) % 50);
                }
            }
            Arrays.sort(people, order);
            quicksort(ints, 0, ints.length - 1);
            heapsort(longs);
            for (int i = 1; i < ints.length; i++) {
                if (ints[i - 1] > ints[i]) {
                    throw new AssertionError("not sorted at " + i);
                }
            }
            sum = sum * 31 + people[700].name.hashCode() + ints[6_000] + longs[2_000];
        }
        System.out.println("Sort " + sum);
    }
}

import java.util.List;
import java.util.Objects;

public class Records {
    enum Colour {
        RED, GREEN {
            @Override
            int weight() {
                return 5;
            }
        };

        int weight() {
            return ordinal() + 1;
        }
    }

    sealed interface Tree<T extends Comparable<T>> permits Leaf, Node {
    }

    record Leaf<T extends Comparable<T>>(T value) implements Tree<T> {
    }

    record Node<T extends Comparable<T>>(Tree<T> left, Tree<T> right, Colour colour, long weight) implements Tree<T> {
        Node {
            Objects.requireNonNull(left);
        }
    }

    static <T extends Comparable<T>> T largest(Tree<T> tree) {
        if (tree instanceof Leaf<T> leaf) {
            return leaf.value();
        }
        Node<T> node = (Node<T>) tree;
        T left = largest(node.left()), right = largest(node.right());
        System.gc();
        return left.compareTo(right) > 0 ? left : right;
    }

    public static void main(String[] args) {
        Tree<Integer> tree = new Node<>(new Leaf<>(3), new Node<>(new Leaf<>(8), new Leaf<>(1), Colour.GREEN, 2), Colour.RED, 1L << 33);
        int sum = largest(tree) + tree.toString().length() + (tree.equals(new Leaf<>(4)) ? 1 : 0) + (tree.hashCode() & 1);
        for (Colour colour : List.of(Colour.values())) {
            sum += switch (colour) {
                case RED -> 1;
                case GREEN -> colour.weight();
            };
        }
        System.exit(sum & 0x7f);
    }
}

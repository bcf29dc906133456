import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;

/** Links each class of a file, all of one name, in a class loader of its own, and prints what comes of it. */
public class Link {
    static class Loader extends ClassLoader {
        final String own;
        final byte[] bytes;

        Loader(String own, byte[] bytes) {
            super(Link.class.getClassLoader());
            this.own = own;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(own)) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
        }
    }

    public static void main(String[] args) throws Exception {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
            for (int left = in.readInt(); left > 0; left--) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                String outcome;
                try {
                    Class.forName(args[1], true, new Loader(args[1], bytes));
                    outcome = "linked";
                } catch (LinkageError e) {
                    outcome = e.getClass().getName() + ": " + String.valueOf(e.getMessage()).replace('\n', ' ');
                }
                System.out.println(outcome);
            }
        }
    }
}

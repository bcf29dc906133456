// expect: ok
// The class library makes constructors for objects that are read from bytes; they stay whatever is taken back.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

public class SerializedByThread {
    static volatile int turns;

    static class Base {
        int made = turns;
    }

    static class Note extends Base implements Serializable {
        final int number;

        Note(int number) {
            this.number = number;
        }
    }

    static Note copy(Note note) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(note);
            turns++;
            return (Note) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            assert copy(new Note(7)).number == 7;
        });
        other.start();
        turns++;
        turns++;
        other.join();
    }
}

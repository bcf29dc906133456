// A text adventure played by a script: rooms with exits, things with states, a parser with synonyms, events that fire
// by turns, and a saved game that continues the same.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

public class ProgAdventure {
    enum Direction {
        NORTH, EAST, SOUTH, WEST, UP, DOWN;

        Direction opposite() {
            return switch (this) {
                case NORTH -> SOUTH;
                case SOUTH -> NORTH;
                case EAST -> WEST;
                case WEST -> EAST;
                case UP -> DOWN;
                case DOWN -> UP;
            };
        }

        static Optional<Direction> parse(String word) {
            return Arrays.stream(values()).filter(d -> d.name().equalsIgnoreCase(word)
                    || d.name().substring(0, 1).equalsIgnoreCase(word)).findFirst();
        }
    }

    static class Thing implements Serializable {
        final String name;
        final String look;
        final boolean fixed;

        Thing(String name, String look, boolean fixed) {
            this.name = name;
            this.look = look;
            this.fixed = fixed;
        }

        String describe() {
            return look;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final class Lamp extends Thing {
        boolean lit;
        int oil = 8;

        Lamp() {
            super("lamp", "A brass lamp.", false);
        }

        @Override
        String describe() {
            return look + (lit ? " It burns; oil for " + oil + " turns." : " It is dark.");
        }
    }

    static final class Chest extends Thing {
        boolean open;
        final List<Thing> inside = new ArrayList<>();

        Chest() {
            super("chest", "An iron chest.", true);
        }

        @Override
        String describe() {
            return look + (open ? " It is open" + (inside.isEmpty() ? " and empty." : " and holds " + inside + ".")
                    : " It is locked.");
        }
    }

    static final class Room implements Serializable {
        final String name;
        final String look;
        final boolean dark;
        final Map<Direction, Room> exits = new EnumMap<>(Direction.class);
        final List<Thing> things = new ArrayList<>();

        Room(String name, String look, boolean dark) {
            this.name = name;
            this.look = look;
            this.dark = dark;
        }

        void connect(Direction d, Room other) {
            exits.put(d, other);
            other.exits.put(d.opposite(), this);
        }
    }

    static final class World implements Serializable {
        Room here;
        final Map<String, Room> rooms = new LinkedHashMap<>();
        final List<Thing> carried = new ArrayList<>();
        final Set<String> visited = new LinkedHashSet<>();
        int turns;
        int score;
        boolean over;

        Room room(String name, String look, boolean dark) {
            Room r = new Room(name, look, dark);
            rooms.put(name, r);
            return r;
        }

        Optional<Thing> find(String name) {
            List<Thing> near = new ArrayList<>(carried);
            if (light()) {
                near.addAll(here.things);
            }
            here.things.stream().filter(t -> t instanceof Chest c && c.open).forEach(t -> near.addAll(
                    ((Chest) t).inside));
            return near.stream().filter(t -> t.name.equals(name)).findFirst();
        }

        boolean light() {
            return !here.dark || carried.stream().anyMatch(t -> t instanceof Lamp l && l.lit)
                    || here.things.stream().anyMatch(t -> t instanceof Lamp l && l.lit);
        }
    }

    private final Map<String, BiFunction<World, String, String>> verbs = new LinkedHashMap<>();
    private final Map<String, String> synonyms = Map.of("get", "take", "grab", "take", "x", "look", "examine", "look", "i",
            "inventory", "unlock", "open", "walk", "go", "put", "drop");

    ProgAdventure() {
        verbs.put("look", this::look);
        verbs.put("go", this::go);
        verbs.put("take", this::take);
        verbs.put("drop", this::drop);
        verbs.put("light", this::light);
        verbs.put("open", this::open);
        verbs.put("inventory", (w, o) -> w.carried.isEmpty() ? "You carry nothing." : "You carry " + w.carried + ".");
        verbs.put("score", (w, o) -> "Score " + w.score + " in " + w.turns + " turns, " + w.visited.size() + " rooms.");
        verbs.put("wait", (w, o) -> "Time passes.");
        verbs.put("quit", (w, o) -> {
            w.over = true;
            return "Farewell.";
        });
    }

    private String look(World w, String object) {
        if (!object.isEmpty()) {
            return w.find(object).map(Thing::describe).orElse("You see no " + object + " here.");
        }
        if (!w.light()) {
            return "It is pitch dark.";
        }
        return w.here.name + ". " + w.here.look + (w.here.things.isEmpty() ? "" : " You see "
                + w.here.things.stream().map(Thing::toString).collect(Collectors.joining(", ")) + ".") + " Exits: "
                + w.here.exits.keySet().stream().map(d -> d.name().toLowerCase()).collect(Collectors.joining(", "))
                + ".";
    }

    private String go(World w, String object) {
        Optional<Direction> d = Direction.parse(object);
        if (d.isEmpty()) {
            return "Go where?";
        }
        Room next = w.here.exits.get(d.get());
        if (next == null) {
            return "You cannot go " + d.get().name().toLowerCase() + ".";
        }
        if (!w.light() && next.dark) {
            w.over = true;
            return "You stumble in the dark and fall into a pit. The end.";
        }
        w.here = next;
        if (w.visited.add(next.name)) {
            w.score += 5;
        }
        return look(w, "");
    }

    private String take(World w, String object) {
        Thing t = w.find(object).orElse(null);
        if (t == null) {
            return "You see no " + object + " here.";
        }
        if (w.carried.contains(t)) {
            return "You have it already.";
        }
        if (t.fixed) {
            return "The " + t + " does not move.";
        }
        if (w.carried.size() == 3) {
            return "Your hands are full.";
        }
        w.here.things.remove(t);
        w.here.things.forEach(c -> {
            if (c instanceof Chest chest) {
                chest.inside.remove(t);
            }
        });
        w.carried.add(t);
        if (t.name.equals("crown")) {
            w.score += 50;
        }
        return "Taken.";
    }

    private String drop(World w, String object) {
        Thing t = w.carried.stream().filter(x -> x.name.equals(object)).findFirst().orElse(null);
        if (t == null) {
            return "You have no " + object + ".";
        }
        w.carried.remove(t);
        w.here.things.add(t);
        if (t.name.equals("crown") && w.here.name.equals("Hall")) {
            w.over = true;
            w.score += 25;
            return "The crown is back where it belongs. You have won!";
        }
        return "Dropped.";
    }

    private String light(World w, String object) {
        if (!(w.find(object).orElse(null) instanceof Lamp lamp)) {
            return "That does not burn.";
        }
        if (lamp.oil == 0) {
            return "There is no oil left.";
        }
        lamp.lit = !lamp.lit;
        return lamp.lit ? "The lamp burns. " + look(w, "") : "The lamp is out.";
    }

    private String open(World w, String object) {
        if (!(w.find(object).orElse(null) instanceof Chest chest)) {
            return "That does not open.";
        }
        if (chest.open) {
            return "It is open.";
        }
        if (w.carried.stream().noneMatch(t -> t.name.equals("key"))) {
            return "It is locked, and you have no key.";
        }
        chest.open = true;
        w.score += 10;
        return chest.describe();
    }

    String play(World w, String line) {
        String[] words = line.trim().toLowerCase().replaceAll("\\b(the|a|an|to|at)\\b ?", "").split("\\s+");
        String verb = synonyms.getOrDefault(words[0], words[0]);
        String object = words.length > 1 ? words[words.length - 1] : "";
        if (Direction.parse(verb).isPresent()) {
            object = verb;
            verb = "go";
        }
        BiFunction<World, String, String> action = verbs.get(verb);
        if (action == null) {
            return "I do not know how to " + verb + ".";
        }
        w.turns++;
        String out = action.apply(w, object);
        return w.over ? out : out + events(w);
    }

    private String events(World w) {
        StringBuilder out = new StringBuilder();
        for (Room r : w.rooms.values()) {
            List<Thing> all = new ArrayList<>(r.things);
            if (r == w.here) {
                all.addAll(w.carried);
            }
            for (Thing t : all) {
                if (t instanceof Lamp lamp && lamp.lit && --lamp.oil == 0) {
                    lamp.lit = false;
                    out.append(" The lamp goes out for good.");
                } else if (t instanceof Lamp lamp && lamp.lit && lamp.oil == 2) {
                    out.append(" The flame grows small.");
                }
            }
        }
        if (w.turns % 10 == 0) {
            out.append(" A bell rings far away.");
        }
        return out.toString();
    }

    static World build() {
        World w = new World();
        Room hall = w.room("Hall", "Banners hang from the walls; a pedestal stands empty.", false);
        Room garden = w.room("Garden", "Roses, and a well.", false);
        Room stairs = w.room("Stairs", "Steps lead down.", false);
        Room cellar = w.room("Cellar", "Barrels and cobwebs.", true);
        Room vault = w.room("Vault", "A low vault of stone.", true);
        hall.connect(Direction.SOUTH, garden);
        hall.connect(Direction.EAST, stairs);
        stairs.connect(Direction.DOWN, cellar);
        cellar.connect(Direction.NORTH, vault);
        hall.things.add(new Lamp());
        garden.things.add(new Thing("key", "A small iron key.", false));
        garden.things.add(new Thing("well", "Deep. Nothing glitters in it.", true));
        cellar.things.add(new Thing("bone", "Somebody's.", false));
        Chest chest = new Chest();
        chest.inside.add(new Thing("crown", "Gold, and heavy.", false));
        vault.things.add(chest);
        w.here = hall;
        w.visited.add("Hall");
        return w;
    }

    static byte[] save(World w) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(w);
        }
        return bytes.toByteArray();
    }

    static World load(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (World) in.readObject();
        }
    }

    static void run(ProgAdventure game, World w, String... commands) {
        for (String c : commands) {
            if (w.over) {
                System.out.println("> " + c + "\n(the game is over)");
                break;
            }
            System.out.println("> " + c + "\n" + game.play(w, c));
        }
    }

    public static void main(String[] args) throws Exception {
        ProgAdventure game = new ProgAdventure();
        World w = build();
        run(game, w, "look", "take the lamp", "get lamp", "dance", "north", "go south", "x well", "take well", "grab key",
                "look at the key", "n", "e", "d", "look", "light lamp");
        byte[] saved = save(w);
        System.out.println("--- saved " + (saved.length > 100));
        run(game, w, "n", "take bone", "open chest", "unlock the chest", "take crown", "i", "s", "take bone", "u", "w",
                "drop crown", "look");
        System.out.println(game.verbs.get("score").apply(w, ""));
        System.out.println("--- back to the saved game");
        World again = load(saved);
        run(game, again, "score", "drop lamp", "wait", "wait", "wait", "wait", "wait", "wait", "look", "n", "look");
        System.out.println(game.verbs.get("score").apply(again, ""));
    }
}

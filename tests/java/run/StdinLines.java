// BufferedReader over System.in: a small calculator that reads commands until the end of input.
import java.io.*;
import java.util.*;

public class StdinLines {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Deque<Double> stack = new ArrayDeque<>();
        Map<String, Double> vars = new TreeMap<>();
        String line;
        int n = 0;
        while ((line = in.readLine()) != null) {
            n++;
            if (line.isBlank() || line.startsWith("#")) continue;
            try {
                for (String tok : line.trim().split("\\s+")) {
                    switch (tok) {
                        case "+" -> stack.push(stack.pop() + stack.pop());
                        case "*" -> stack.push(stack.pop() * stack.pop());
                        case "-" -> {
                            double b = stack.pop(), a = stack.pop();
                            stack.push(a - b);
                        }
                        case "/" -> {
                            double b = stack.pop(), a = stack.pop();
                            stack.push(a / b);
                        }
                        case "p" -> System.out.println(stack.peek());
                        case "all" -> System.out.println(stack);
                        case "clear" -> stack.clear();
                        case "quit" -> {
                            System.out.println("quit at line " + n);
                            System.exit(7);
                        }
                        default -> {
                            if (tok.startsWith("="))
                                vars.put(tok.substring(1), stack.pop());
                            else if (vars.containsKey(tok))
                                stack.push(vars.get(tok));
                            else
                                stack.push(Double.parseDouble(tok));
                        }
                    }
                }
            } catch (NoSuchElementException e) {
                System.out.println("line " + n + ": stack empty");
            } catch (NumberFormatException e) { System.out.println("line " + n + ": " + e.getMessage()); }
        }
        System.out.println("end " + vars);
    }
}

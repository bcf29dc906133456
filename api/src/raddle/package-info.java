/**
 * How a program talks to Raddle: {@link raddle.Choose} for values that are not fixed, {@link raddle.Check} for what is
 * assumed and what must hold. A program that uses it still compiles and runs with plain {@code java}.
 */
package raddle;

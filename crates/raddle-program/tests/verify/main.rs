//! The bytecode verifier, on code written by hand and on the code of a JDK.

mod accepted;
mod assembler;
mod hierarchy;
mod hostile;
mod hotspot;
mod jdk;
mod random;
mod rejected;

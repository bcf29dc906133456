//! The bytecode verifier, on code written by hand and on the code of a JDK.

mod accepted;
mod assembler;
mod hierarchy;
mod hotspot;
mod jdk;
mod rejected;

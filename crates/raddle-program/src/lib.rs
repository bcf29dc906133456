//! Class path, JDK image and class files, linked into the machine's own register code.

pub mod classfile;
pub mod classpath;
pub mod image;
pub mod jdk;
pub mod synth;

//! Class path, JDK image and class files, linked into the machine's own register code.

pub mod class;
pub mod classfile;
pub mod insn;
pub mod symbol;
pub mod translate;

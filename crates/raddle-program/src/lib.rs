//! Class path, JDK image and class files, linked into the machine's own register code.

pub mod class;
pub mod classfile;
pub mod classpath;
pub mod frame_map;
pub mod image;
pub mod insn;
pub mod jdk;
pub mod npe_message;
pub mod opcode;
pub mod program;
pub mod symbol;
pub mod synth;
pub mod translate;
pub mod verify;

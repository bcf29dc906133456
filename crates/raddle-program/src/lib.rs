//! Class path, JDK image and class files, linked into the machine's own register code.
//!
//! Everything that is read here comes from outside and may be damaged or hostile: each reader gives
//! an error that says which file is wrong and how, and none panics or takes memory without bound.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use raddle_program::classfile::ClassFile;
//! use raddle_program::jdk::Jdk;
//!
//! let jdk = Jdk::locate(None)?;
//! if let Some(bytes) = jdk.image.class_bytes("java.base", "java/lang/Object")? {
//!     let object = ClassFile::parse(bytes)?;
//!     println!("JDK {}: Object has {} methods", jdk.version, object.methods.len());
//! }
//! # Ok(())
//! # }
//! ```

pub mod class;
pub mod classfile;
pub mod classpath;
mod constraints;
pub mod frame_map;
pub mod image;
pub mod insn;
pub mod jdk;
pub mod npe_message;
pub mod opcode;
pub mod program;
mod supertypes;
pub mod symbol;
pub mod synth;
pub mod translate;
pub mod verify;

//! Static facts of Java programs: control flow, calls, which objects are met where.
//!
//! The program is read on a machine that has booted the class library and has not begun to run `main`. What the analyses say can
//! happen is more than what does; what they do not follow is listed (`points_to::Gap`), so that "cannot happen" is never said
//! silently about it.

pub mod body;
mod doors;
pub mod flow;
pub mod location;
mod models;
pub mod objects;
pub mod points_to;
pub mod set;
pub mod world;

//! Parts of the class library that are behind closed doors: class loading, reflection, security, networking, file systems, calendars and
//! the like. Almost every method of the library could get there for reasons that never come up (a missing class, a security manager, a
//! message in the user's language), and from there to all the rest. So code of the library is not followed into them. When
//! the program itself calls such a part, it is followed, for that call.

use crate::world::World;
use raddle_program::class::ClassId;

/// Beginnings of internal names of classes behind closed doors.
const CLOSED: [&str; 44] = [
    "com/sun/",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/StackStreamFactory",
    "java/lang/StackWalker",
    "java/lang/System$Logger",
    "java/lang/constant/",
    "java/lang/invoke/",
    "java/lang/module/",
    "java/lang/reflect/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/security/",
    "java/text/",
    "java/time/",
    "java/util/Currency",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/spi/",
    "java/util/zip/",
    "javax/",
    "jdk/internal/classfile/",
    "jdk/internal/foreign/",
    "jdk/internal/icu/",
    "jdk/internal/jimage/",
    "jdk/internal/jrtfs/",
    "jdk/internal/loader/",
    "jdk/internal/logger/",
    "jdk/internal/module/",
    "jdk/internal/org/",
    "jdk/internal/reflect/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/net/",
    "sun/nio/ch/",
    "sun/nio/fs/",
    "sun/reflect/",
    "sun/security/",
    "sun/text/",
    "sun/util/",
];

/// Those among them that everybody goes through all the same.
const OPEN: [&str; 4] = [
    "java/lang/reflect/Array",
    "java/security/AccessController",
    "java/security/Privileged",
    "java/lang/invoke/VarHandle",
];

/// Whether a call from one class to another goes through a closed door.
pub(crate) fn is_closed(world: &World, from: ClassId, to: ClassId) -> bool {
    if !world.is_library(from) || !world.is_library(to) {
        return false;
    }
    let program = &world.machine.program;
    let (from, to) = (program.class_name(from), program.class_name(to));
    let begins = |list: &[&str]| list.iter().any(|beginning| to.starts_with(beginning));
    begins(&CLOSED) && !begins(&OPEN) && package(from) != package(to)
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

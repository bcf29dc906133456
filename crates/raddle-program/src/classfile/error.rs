//! Why a class file cannot be used, in the words that `java` has for it.

use super::mutf8;

/// The newest class file version that is understood: that of JDK 25.
pub const MAX_MAJOR: u16 = 69;

/// Why a class file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassFileError {
    /// The bytes break a rule of JVMS 4: `java.lang.ClassFormatError`.
    #[error("{0}")]
    Malformed(String),
    /// The version is none that is understood: `java.lang.UnsupportedClassVersionError`.
    #[error("class file version {major}.{minor} is not supported, versions up to {MAX_MAJOR}.0 are")]
    UnsupportedVersion {
        /// The file's major version.
        major: u16,
        /// The file's minor version.
        minor: u16,
    },
}

impl ClassFileError {
    #[cold]
    pub(super) fn truncated() -> Self {
        ClassFileError::Malformed("Truncated class file".into())
    }

    #[cold]
    pub(super) fn bad_index(index: u16) -> Self {
        ClassFileError::Malformed(format!("Invalid constant pool index {index} in class file"))
    }

    /// The message of the Java exception, which names the class that was asked for.
    pub fn java_message(&self, class: &str) -> String {
        match self {
            ClassFileError::Malformed(what) if what.ends_with(" class file") && what != "Truncated class file" => {
                format!("{what} {class}")
            }
            ClassFileError::Malformed(what) => what.clone(),
            ClassFileError::UnsupportedVersion { major, minor } if *major > MAX_MAJOR => {
                too_new(class, *major, *minor, MAX_MAJOR)
            }
            ClassFileError::UnsupportedVersion { major, minor } if *major < super::MIN_MAJOR => {
                format!("{class} (class file version {major}.{minor}) was compiled with an invalid major version")
            }
            ClassFileError::UnsupportedVersion { major, minor } => format!(
                "{class} (class file version {major}.{minor}) was compiled with an invalid non-zero minor version"
            ),
        }
    }
}

/// What `java` says of a class file whose version is above the newest it knows.
pub fn too_new(class: &str, major: u16, minor: u16, newest: u16) -> String {
    format!(
        "{class} has been compiled by a more recent version of the Java Runtime (class file version {major}.{minor}), this \
         version of the Java Runtime only recognizes class file versions up to {newest}.0"
    )
}

impl From<mutf8::Error> for ClassFileError {
    fn from(error: mutf8::Error) -> Self {
        ClassFileError::Malformed(error.to_string())
    }
}

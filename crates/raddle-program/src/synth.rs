//! Classes the machine makes itself, as class-file bytes: what the well-known bootstrap methods of invokedynamic would have
//! made at run time with the help of `java.lang.invoke`. A generator takes plain data and knows nothing of linking;
//! the machine defines the class in the caller's loader and package, as a member of its nest, unverified and
//! with access to every member it names (as HotSpot does with hidden nest mates).
//!
//! | module | stands for | entry |
//! |---|---|---|
//! | [`lambda`] | `LambdaMetafactory` | `static get$Lambda(captured…)` |
//! | [`mod@concat`] | `StringConcatFactory` | `static concat(arguments…)` |
//! | [`record`] | `ObjectMethods` | `static equals`, `hashCode`, `toString` |
//! | [`switches`] | `SwitchBootstraps` | `static typeSwitch`, `enumSwitch` |

pub mod concat;
mod convert;
pub mod handle;
pub mod lambda;
pub mod record;
pub mod switches;
pub mod types;
pub mod writer;

pub use handle::Handle;

/// Why a class could not be made. The texts are for the exception with which the machine lets the call site's linkage fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SynthError {
    /// Not a descriptor of the kind needed.
    #[error("malformed descriptor: {0}")]
    Descriptor(String),
    /// A method handle that is no method or constructor, or whose kind contradicts its name.
    #[error("unsupported method handle kind {0}")]
    HandleKind(u8),
    /// The number of arguments provided is not the number taken.
    #[error("incorrect number of parameters: {taken} taken, {provided} provided")]
    Arity {
        /// How many the implementation takes, its receiver included.
        taken: usize,
        /// How many the call provides, captured ones included.
        provided: usize,
    },
    /// A value of one type cannot become one of the other.
    #[error("type mismatch: cannot convert {from} to {to}")]
    Conversion {
        /// The descriptor of the type at hand.
        from: String,
        /// The descriptor of the type wanted.
        to: String,
    },
    /// A recipe of a string concatenation does not fit what is to be concatenated; the text is that of the JDK.
    #[error("{0}")]
    Recipe(String),
    /// Something outside what the generators do.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// A part of the class would exceed what a class file can hold (JVMS 4.11).
    #[error("{0} too large for a class file")]
    TooLarge(&'static str),
}

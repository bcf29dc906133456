//! Files the program has open, by descriptor, as `java.io` and `java.nio` see them.

use std::fs::File;

/// The table of open files; 0, 1 and 2 are the standard streams.
#[derive(Default)]
pub struct Files {
    open: Vec<Option<File>>,
}

impl Files {
    /// A file by descriptor.
    pub fn get(&mut self, descriptor: i32) -> Option<&mut File> {
        self.open.get_mut(descriptor as usize)?.as_mut()
    }
}

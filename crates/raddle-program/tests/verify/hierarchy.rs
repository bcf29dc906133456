//! What the tests let the verifier know of other classes.

use raddle_program::classfile::ClassFile;
use raddle_program::verify::Hierarchy;
use std::collections::HashMap;

/// Knows no class.
pub struct Ignorance;

impl Hierarchy for Ignorance {
    fn is_assignable(&self, _: &str, _: &str) -> Option<bool> {
        None
    }

    fn is_interface(&self, _: &str) -> Option<bool> {
        None
    }
}

/// Knows some classes by name: whether each is an interface, and its superclass.
#[derive(Default)]
pub struct Known(HashMap<String, (bool, Option<String>)>);

impl Known {
    pub fn add(&mut self, file: &ClassFile) {
        let name = |index| file.class_name(index).expect("a class name").into_owned();
        let superclass = (file.super_class != 0).then(|| name(file.super_class));
        let is_interface = file.access & 0x0200 != 0;
        self.0.insert(name(file.this_class), (is_interface, superclass));
    }

    pub fn add_class(&mut self, name: &str, superclass: Option<&str>) {
        self.0.insert(name.into(), (false, superclass.map(str::to_owned)));
    }

    pub fn add_interface(&mut self, name: &str) {
        self.0.insert(name.into(), (true, Some("java/lang/Object".into())));
    }
}

impl Hierarchy for Known {
    fn is_assignable(&self, from: &str, to: &str) -> Option<bool> {
        if self.is_interface(to)? {
            return Some(true);
        }
        let mut class = from;
        while class != to {
            match &self.0.get(class)?.1 {
                Some(superclass) => class = superclass,
                None => return Some(false),
            }
        }
        Some(true)
    }

    fn is_interface(&self, name: &str) -> Option<bool> {
        self.0.get(name).map(|(is_interface, _)| *is_interface)
    }
}

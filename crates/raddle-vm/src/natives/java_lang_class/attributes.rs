//! What `java.lang.Class` tells of the attributes of a class file: nesting, signatures, annotations.

use super::class_argument;
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::natives::{Call, done};
use raddle_program::class::{ClassId, Shape};
use raddle_program::classfile::{ClassFile, InnerClass};
use std::sync::Arc;

/// The class argument and its file; arrays and primitives have none.
fn subject(call: &mut Call) -> Outcome<(ClassId, Option<Arc<ClassFile>>)> {
    let class = class_argument(call, 0)?;
    let file = call.program.class(class).file.clone();
    Ok((class, file))
}

/// The `InnerClasses` entry of a class itself.
fn own_entry(call: &mut Call, file: &ClassFile) -> Outcome<Option<InnerClass>> {
    let entries = call.checked(file.inner_classes())?;
    let own = call.checked(file.class_name(file.this_class))?;
    Ok(entries.into_iter().find(|entry| file.class_name(entry.inner).is_ok_and(|name| name == own)))
}

pub(super) fn declared_classes(call: &mut Call) -> Outcome {
    let (class, file) = subject(call)?;
    let mut members = Vec::new();
    if let Some(file) = file {
        let own = call.checked(file.class_name(file.this_class))?;
        for entry in call.checked(file.inner_classes())? {
            if entry.outer != 0 && entry.inner != 0 && file.class_name(entry.outer).is_ok_and(|name| name == own) {
                let member = call.resolve_class_unchecked(class, &file, entry.inner)?;
                call.check_nested(class, member)?;
                members.push(member);
            }
        }
    }
    done(call.mirrors_of(&members)?)
}

pub(super) fn declaring_class(call: &mut Call) -> Outcome {
    let (class, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    match own_entry(call, &file)? {
        Some(entry) if entry.outer != 0 => {
            let outer = call.resolve_class_unchecked(class, &file, entry.outer)?;
            call.check_nested(outer, class)?;
            done(call.mirror(outer))
        }
        _ => done(Ref::NULL),
    }
}

pub(super) fn simple_binary_name(call: &mut Call) -> Outcome {
    let (_, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    match own_entry(call, &file)? {
        Some(entry) if entry.name != 0 => {
            let name = call.checked(file.text(entry.name))?;
            done(call.new_string(&name)?)
        }
        _ => done(Ref::NULL),
    }
}

/// `{ class, method name, method descriptor }`, the last two null outside of a method.
pub(super) fn enclosing_method(call: &mut Call) -> Outcome {
    let (class, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    let Some((outer, method)) = file.enclosing_method() else { return done(Ref::NULL) };
    let outer = call.resolve_class_unchecked(class, &file, outer)?;
    let mut parts = [call.mirror(outer), Ref::NULL, Ref::NULL];
    if method != 0 {
        let (name, descriptor) = call.checked(file.name_and_type(method))?;
        let (name, descriptor) = (call.checked(file.text(name))?, call.checked(file.text(descriptor))?);
        parts[1] = call.new_string(&name)?;
        parts[2] = call.new_string(&descriptor)?;
    }
    let array = call.known.objects;
    done(call.new_references(array, &parts)?)
}

pub(super) fn generic_signature(call: &mut Call) -> Outcome {
    let (_, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    match file.signature(&file.attributes) {
        Some(index) => {
            let text = call.checked(file.text(index))?;
            done(call.new_string(&text)?)
        }
        None => done(Ref::NULL),
    }
}

/// The content of an attribute of the class, or null.
pub(super) fn raw(call: &mut Call, attribute: &str) -> Outcome {
    let (_, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    match file.attribute(&file.attributes, attribute) {
        Some(span) => done(call.new_bytes(file.bytes(span))?),
        None => done(Ref::NULL),
    }
}

/// A `ConstantPool` over the class: it refers to the mirror, as HotSpot's does.
pub(super) fn constant_pool(call: &mut Call) -> Outcome {
    let (class, Some(_)) = subject(call)? else { return done(Ref::NULL) };
    let kind = call.ready("jdk/internal/reflect/ConstantPool")?;
    let pool = call.new_object(kind)?;
    let mirror = call.mirror(class);
    call.set_field(pool, "constantPoolOop", mirror.0 as u64);
    done(pool)
}

pub(super) fn nest_host(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let host = call.load_nest_host(class)?;
    done(call.mirror(host))
}

pub(super) fn nest_members(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let host = call.load_nest_host(class)?;
    let mut members = vec![host];
    if let Some(file) = call.program.class(host).file.clone() {
        for index in call.checked(file.nest_members())? {
            let member = call.resolve_class_unchecked(host, &file, index)?;
            if call.load_nest_host(member)? == host && !members.contains(&member) {
                members.push(member);
            }
        }
    }
    if !members.contains(&class) {
        members.push(class);
    }
    done(call.mirrors_of(&members)?)
}

pub(super) fn permitted_subclasses(call: &mut Call) -> Outcome {
    let (class, Some(file)) = subject(call)? else { return done(Ref::NULL) };
    let Some(permitted) = call.checked(file.permitted_subclasses())? else { return done(Ref::NULL) };
    let mut classes = Vec::new();
    for index in permitted {
        classes.push(call.resolve_class_unchecked(class, &file, index)?);
    }
    done(call.mirrors_of(&classes)?)
}

/// Minor version in the upper half, major in the lower.
pub(super) fn file_version(call: &mut Call) -> Outcome {
    let (_, file) = subject(call)?;
    done(file.map_or(0, |file| (file.minor as i32) << 16 | file.major as i32))
}

impl Machine {
    /// The class a constant-pool entry names, without looking at whether it may be accessed.
    pub(crate) fn resolve_class_unchecked(&mut self, from: ClassId, file: &ClassFile, index: u16) -> Outcome<ClassId> {
        let name = self.checked(file.class_name(index))?;
        if self.program.class(from).hidden && self.checked(file.class_name(file.this_class))? == name {
            return Ok(from);
        }
        self.load(self.program.class(from).loader, &name)
    }

    /// Checks that an outer and a nested class agree on being that (HotSpot's Reflection::check_for_inner_class).
    fn check_nested(&mut self, outer: ClassId, inner: ClassId) -> Outcome<()> {
        if self.program.class(outer).shape != Shape::Instance
            || self.program.class(outer).hidden
            || self.program.class(inner).hidden
        {
            return Ok(());
        }
        let (outer_name, inner_name) = (self.program.class_name(outer), self.program.class_name(inner));
        let agrees = self.program.class(outer).file.as_ref().is_some_and(|file| {
            file.inner_classes().is_ok_and(|entries| {
                entries.iter().any(|entry| {
                    let named = |index: u16, wanted: &str| {
                        index != 0 && file.class_name(index).is_ok_and(|name| name == wanted)
                    };
                    named(entry.inner, inner_name) && (entry.outer == 0 || named(entry.outer, outer_name))
                })
            })
        });
        if agrees {
            return Ok(());
        }
        let (outer, inner) = (self.program.java_name(outer), self.program.java_name(inner));
        let message = format!("{outer} and {inner} disagree on InnerClasses attribute");
        Err(self.error("java/lang/IncompatibleClassChangeError", &message))
    }

    /// The nest host of a class, loaded if need be; a class whose host does not own it is its own host (JVMS 5.4.4).
    pub(crate) fn load_nest_host(&mut self, class: ClassId) -> Outcome<ClassId> {
        let entry = self.program.class(class);
        if let Some(host) = entry.nest_host {
            return self.load_nest_host(host);
        }
        let Some(file) = entry.file.clone() else { return Ok(class) };
        let Some(index) = file.nest_host() else { return Ok(class) };
        let host = self.resolve_class_unchecked(class, &file, index)?;
        let own = self.program.class_name(class);
        let listed = self.program.same_package(class, host)
            && self.program.class(host).file.as_ref().is_some_and(|file| {
                file.nest_members().is_ok_and(|members| {
                    members.iter().any(|&member| file.class_name(member).is_ok_and(|name| name == own))
                })
            });
        Ok(if listed { host } else { class })
    }
}

//! The supertypes of a class being defined: loading them, and the rules a class and its supertypes must keep (JVMS 5.3.5).

use crate::class::{ClassId, LoaderId, MethodId, access};
use crate::classfile::ClassFile;
use crate::program::{Definition, LinkError, Linked, Origin, Program, file_error};

const INCOMPATIBLE: &str = "java/lang/IncompatibleClassChangeError";

/// A class that is being defined.
pub(crate) struct Newcomer<'a> {
    pub loader: LoaderId,
    pub file: &'a ClassFile,
    /// Its internal name, that of a hidden class with its suffix.
    pub name: &'a str,
    pub definition: Definition<'a>,
}

impl Newcomer<'_> {
    /// Its name as messages have it.
    fn java_name(&self) -> String {
        self.plain_name().replace('/', ".")
    }

    fn plain_name(&self) -> &str {
        match self.definition.hidden_name.and_then(|name| name.rsplit_once('/')) {
            Some((plain, _)) => plain,
            None => self.name,
        }
    }

    fn package(&self) -> &str {
        self.plain_name().rsplit_once('/').map_or("", |(package, _)| package)
    }

    fn is_interface(&self) -> bool {
        self.file.access & access::INTERFACE != 0
    }
}

impl Program {
    /// The superclass and superinterfaces of a class, loaded and fit to be that.
    pub(crate) fn load_supertypes(&mut self, own: &Newcomer) -> Linked<(Option<ClassId>, Vec<ClassId>)> {
        let name_at = |index: u16| {
            own.file.class_name(index).map(|name| name.into_owned()).map_err(|error| file_error(&error, own.name))
        };
        let super_class = match own.file.super_class {
            0 => None,
            index => {
                let id = self.load_supertype(own.loader, &name_at(index)?)?;
                self.check_superclass(own, id)?;
                Some(id)
            }
        };
        let mut interfaces = Vec::with_capacity(own.file.interfaces.len());
        for &index in &own.file.interfaces {
            let id = self.load_supertype(own.loader, &name_at(index)?)?;
            self.check_superinterface(own, id)?;
            interfaces.push(id);
        }
        Ok((super_class, interfaces))
    }

    fn load_supertype(&mut self, loader: LoaderId, name: &str) -> Linked<ClassId> {
        if self.is_under_way(loader, name) {
            return Err(LinkError::Java("java/lang/ClassCircularityError", name.to_string()));
        }
        self.load(loader, name).map_err(|error| match error {
            LinkError::NotFound(name) if loader == LoaderId::BOOT => {
                LinkError::Java("java/lang/NoClassDefFoundError", name)
            }
            LinkError::NotFound(name) => LinkError::AskLoader(loader, name),
            other => other,
        })
    }

    fn check_superclass(&self, own: &Newcomer, id: ClassId) -> Linked<()> {
        let (name, parent) = (own.java_name(), self.java_name(id));
        if self.class(id).is_interface() {
            let message = format!("class {name} has interface {parent} as super class");
            return Err(LinkError::Java(INCOMPATIBLE, message));
        }
        if self.class(id).access & access::FINAL != 0 {
            let message = format!("class {name} cannot inherit from final class {parent}");
            return Err(LinkError::Java(INCOMPATIBLE, message));
        }
        self.check_permitted(own, id, || format!("class {name} cannot inherit from sealed class {parent}"))?;
        self.check_accessible(own, id, || format!("class {name} cannot access its superclass {parent}"))
    }

    fn check_superinterface(&self, own: &Newcomer, id: ClassId) -> Linked<()> {
        let (name, parent) = (own.java_name(), self.java_name(id));
        if !self.class(id).is_interface() {
            let message = format!("class {name} can not implement {parent}, because it is not an interface");
            return Err(LinkError::Placed(INCOMPATIBLE, message, Origin::Of(id)));
        }
        let verb = if own.is_interface() { "extend" } else { "implement" };
        self.check_permitted(own, id, || format!("class {name} cannot {verb} sealed interface {parent}"))?;
        self.check_accessible(own, id, || format!("class {name} cannot access its superinterface {parent}"))
    }

    /// Whether a supertype is public or of the same run-time package.
    fn check_accessible(&self, own: &Newcomer, id: ClassId, message: impl Fn() -> String) -> Linked<()> {
        let parent = self.class(id);
        let near = parent.loader == own.loader && self.package_of(id) == own.package();
        if parent.access & access::PUBLIC != 0 || near || own.definition.trusted {
            return Ok(());
        }
        let origin = Origin::Pair { name: own.java_name(), loader: own.loader, other: id };
        Err(LinkError::Placed("java/lang/IllegalAccessError", message(), origin))
    }

    /// Whether a sealed supertype permits the class (JVMS 4.7.31, JLS 8.1.6): same module, for which the loader stands here, same package unless public,
    /// and listed.
    fn check_permitted(&self, own: &Newcomer, id: ClassId, message: impl Fn() -> String) -> Linked<()> {
        let parent = self.class(id);
        if parent.loader.0 <= LoaderId::PLATFORM.0 && own.loader.0 <= LoaderId::PLATFORM.0 {
            return Ok(());
        }
        let Some(file) = &parent.file else { return Ok(()) };
        let Ok(Some(permitted)) = file.permitted_subclasses() else { return Ok(()) };
        let same_loader = parent.loader == own.loader;
        let same_package = same_loader && self.package_of(id) == own.package();
        let listed = permitted.iter().any(|&index| file.class_name(index).is_ok_and(|name| name == own.plain_name()));
        if same_loader && (same_package || own.file.access & access::PUBLIC != 0) && listed {
            return Ok(());
        }
        if self.jdk.feature < 24 {
            return Err(LinkError::Java(INCOMPATIBLE, message()));
        }
        let (name, sealed) = (own.java_name(), self.java_name(id));
        if !same_loader {
            return Err(LinkError::Placed(INCOMPATIBLE, name, Origin::Sealed { loader: own.loader, sealed: id }));
        }
        let message = if listed {
            format!(
                "Failed same package check: non-public subclass {name} is in another package than sealed class {sealed}"
            )
        } else {
            format!("Failed listed permitted subclass check: class {name} is not a permitted subclass of {sealed}")
        };
        Err(LinkError::Java(INCOMPATIBLE, message))
    }

    /// The package of a class, with slashes.
    pub(crate) fn package_of(&self, id: ClassId) -> &'static str {
        let mut name = self.class_name(id);
        if self.class(id).hidden {
            name = &name[..name.rfind('/').unwrap_or(0)];
        }
        &name[..name.rfind('/').unwrap_or(0)]
    }

    /// The error of a method that overrides a final one, if it does (JVMS 5.4.5).
    pub(crate) fn overridden_final(&self, class: ClassId, id: MethodId, overridden: MethodId) -> Option<LinkError> {
        let other = self.method(overridden);
        let excused = self.class(class).loader.0 <= LoaderId::PLATFORM.0 || other.class == class || id == overridden;
        if other.access & access::FINAL == 0 || excused {
            return None;
        }
        let message = format!(
            "class {} overrides final method {}.{}{}",
            self.java_name(class),
            self.java_name(other.class),
            self.symbols.text(other.name),
            self.symbols.text(other.descriptor)
        );
        Some(LinkError::Java(INCOMPATIBLE, message))
    }
}

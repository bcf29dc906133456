//! `java.lang.Module` and `BootLoader`: modules as the boot code defines them.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use raddle_program::class::{ClassId, LoaderId, Shape};
use raddle_program::symbol::Symbol;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Module",
    methods: &[
        ("defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V", define_module),
        ("addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", add_reads),
        ("addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", |call| {
            let to = call.reference(2);
            add_exports(call, Exported::To(to))
        }),
        ("addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", |call| add_exports(call, Exported::ToAll)),
        ("addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", |call| {
            add_exports(call, Exported::ToUnnamed)
        }),
    ],
};

pub(super) static BOOT_LOADER: Table = Table {
    class: "jdk/internal/loader/BootLoader",
    methods: &[
        ("setBootLoaderUnnamedModule0(Ljava/lang/Module;)V", set_unnamed_module),
        ("getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;", system_package_location),
        ("getSystemPackageNames()[Ljava/lang/String;", system_package_names),
    ],
};

fn define_module(call: &mut Call) -> Outcome {
    let module = call.object(0)?;
    let name = call.reference_field(module, "name");
    let name = call.string(name);
    let loader = call.reference_field(module, "loader");
    let loader = call.loader_of(loader);
    if loader.0 <= LoaderId::APP.0 && is_in_image(call, &name) {
        call.program.set_module_loader(&name, loader);
        call.modules.insert(name, module);
    } else {
        return define_packages(call, module, loader);
    }
    // Mirrors made before their module was there get it now.
    for index in 0..call.mirrors.len() {
        let mirror = call.mirrors[index];
        if !mirror.is_null() && call.reference_field(mirror, "module").is_null() {
            let found = call.module_of(ClassId(index as u32));
            call.set_field(mirror, "module", found.0 as u64);
        }
    }
    done(())
}

/// A module the program made: its classes are known by their packages.
fn define_packages(call: &mut Call, module: Ref, loader: LoaderId) -> Outcome {
    let packages = call.object(4)?;
    for index in 0..call.heap.length(packages) {
        let package = Ref(call.heap.int(packages, index));
        let package = call.string(package).replace('.', "/");
        if call.packages.contains_key(&(loader, package.clone())) {
            let (name, loader) = (package.replace('/', "."), call.describe_loader(loader));
            let message = format!("Package {name} is already in another module for class {loader}");
            return Err(call.error("java/lang/IllegalStateException", &message));
        }
    }
    for index in 0..call.heap.length(packages) {
        let package = Ref(call.heap.int(packages, index));
        let package = call.string(package).replace('.', "/");
        call.packages.insert((loader, package), module);
    }
    done(())
}

/// To whom a module exports a package.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Exported {
    ToAll,
    ToUnnamed,
    To(Ref),
}

/// What modules read and export, as the boot code and the program told.
#[derive(Default)]
pub(crate) struct Readability {
    reads: FxHashSet<(Ref, Ref)>,
    exports: FxHashSet<(Ref, Symbol, Exported)>,
}

fn add_reads(call: &mut Call) -> Outcome {
    let (from, to) = (call.object(0)?, call.reference(1));
    call.readability.reads.insert((from, to));
    done(())
}

fn add_exports(call: &mut Call, to: Exported) -> Outcome {
    let module = call.object(0)?;
    let package = call.text(1)?.replace('.', "/");
    let package = call.program.symbols.intern(&package);
    call.readability.exports.insert((module, package, to));
    done(())
}

impl Machine {
    /// Why modules keep code of one class from using another, in HotSpot's words; none if they do not (JVMS 5.4.4). Classes of the JDK are trusted to
    /// stay within bounds.
    pub(crate) fn module_barrier(&mut self, from: ClassId, to: ClassId) -> Option<String> {
        if self.program.class(from).loader.0 <= LoaderId::PLATFORM.0 || self.program.class(to).is_primitive() {
            return None;
        }
        let (own, other) = (self.module_of(from), self.module_of(to));
        if own == other || own.is_null() || other.is_null() || self.reference_field(other, "name").is_null() {
            return None;
        }
        let named = !self.reference_field(own, "name").is_null();
        let reason = if named && !self.readability.reads.contains(&(own, other)) && !self.is_java_base(other) {
            format!("{} does not read {}", self.describe_module(own), self.describe_module(other))
        } else {
            let name = self.program.class_name(to);
            let package = &name[..name.rfind('/').unwrap_or(0)];
            let symbol = self.program.symbols.intern(package);
            let exports = &self.readability.exports;
            let exported = |to: Exported| exports.contains(&(other, symbol, to));
            if exported(Exported::ToAll) || exported(Exported::To(own)) || !named && exported(Exported::ToUnnamed) {
                return None;
            }
            let package = package.replace('/', ".");
            format!("{} does not export {package} to {}", self.describe_module(other), self.describe_module(own))
        };
        Some(format!(
            "class {} (in {}) cannot access class {} (in {}) because {reason}",
            self.program.java_name(from),
            self.describe_module(own),
            self.program.java_name(to),
            self.describe_module(other)
        ))
    }

    fn is_java_base(&self, module: Ref) -> bool {
        self.modules.get("java.base") == Some(&module)
    }

    fn describe_module(&mut self, module: Ref) -> String {
        match self.reference_field(module, "name") {
            Ref::NULL => format!("unnamed module @0x{:x}", self.identity_hash(module)),
            name => format!("module {}", self.string(name)),
        }
    }
}

fn set_unnamed_module(call: &mut Call) -> Outcome {
    let module: Ref = call.reference(0);
    call.machine.roots.push(module);
    done(())
}

fn is_in_image(call: &Call, module: &str) -> bool {
    matches!(call.program.jdk.image.find(&format!("/{module}/module-info.class")), Ok(Some(_)))
}

/// Packages, with slashes, of the classes the bootstrap loader has defined so far.
fn system_packages(call: &Call) -> BTreeSet<&'static str> {
    let classes = call
        .program
        .classes
        .iter()
        .filter(|class| class.loader == LoaderId::BOOT && class.shape == Shape::Instance && !class.hidden);
    classes
        .filter_map(|class| call.program.symbols.text(class.name).rsplit_once('/'))
        .map(|(package, _)| package)
        .collect()
}

/// `jrt:/java.base` for a package of the bootstrap loader that has classes, else null.
fn system_package_location(call: &mut Call) -> Outcome {
    let package = call.text(0)?;
    if !system_packages(call).contains(package.as_str()) {
        return done(Ref::NULL);
    }
    match call.program.module_of(&format!("{package}/package-info")) {
        Some((module, LoaderId::BOOT)) => done(call.new_string(&format!("jrt:/{module}"))?),
        _ => done(Ref::NULL),
    }
}

fn system_package_names(call: &mut Call) -> Outcome {
    let names: Vec<&str> = system_packages(call).into_iter().collect();
    let names = names.into_iter().map(|name| call.new_string(name)).collect::<Outcome<Vec<Ref>>>()?;
    let array = call.load_boot("[Ljava/lang/String;")?;
    done(call.new_references(array, &names)?)
}

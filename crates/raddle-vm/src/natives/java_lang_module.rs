//! `java.lang.Module` and `BootLoader`: modules as the boot code defines them.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::Outcome;
use raddle_program::class::{ClassId, LoaderId, Shape};
use std::collections::BTreeSet;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Module",
    methods: &[
        ("defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V", define_module),
        ("addReads0(Ljava/lang/Module;Ljava/lang/Module;)V", nothing),
        ("addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", nothing),
        ("addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V", nothing),
        ("addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V", nothing),
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

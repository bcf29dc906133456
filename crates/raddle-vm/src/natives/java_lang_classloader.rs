//! `java.lang.ClassLoader` and the loaders of the JDK.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Exit, Outcome};
use crate::stubs::Asking;
use raddle_program::class::{ClassId, LoaderId, Shape};
use raddle_program::classfile::ClassFile;
use raddle_program::program::{Definition, LinkError};

pub(super) static TABLE: Table = Table {
    class: "java/lang/ClassLoader",
    methods: &[
        (
            "defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;",
            define_by_lookup,
        ),
        (
            "defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;",
            define_from_array,
        ),
        (
            "defineClass2(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/nio/ByteBuffer;IILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;",
            define_from_buffer,
        ),
        ("=definePackage(Ljava/lang/Class;)Ljava/lang/Package;", define_package),
        ("findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class),
        ("findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;", find_loaded_class),
        ("retrieveDirectives()Ljava/lang/AssertionStatusDirectives;", retrieve_directives),
    ],
};

pub(super) static BUILTIN: Table = Table {
    class: "jdk/internal/loader/BuiltinClassLoader",
    methods: &[
        ("=loadClassOrNull(Ljava/lang/String;Z)Ljava/lang/Class;", load_class_or_null),
        (
            "=findClassInModuleOrNull(Ljdk/internal/loader/BuiltinClassLoader$LoadedModule;Ljava/lang/String;)Ljava/lang/Class;",
            find_class_in_module,
        ),
    ],
};

/// Flags of `defineClass0` (`MethodHandleNatives.Constants`).
const NESTMATE: i32 = 1;
const HIDDEN: i32 = 2;

/// A class as a JDK loader finds it, or null.
fn find(call: &mut Call, loader: LoaderId, name: &str) -> Outcome {
    if name.contains('/') || name.starts_with('[') {
        return done(Ref::NULL);
    }
    let loaded = call.program.load(loader, &name.replace('.', "/"));
    call.prepare_classes();
    match loaded {
        Ok(class) => done(call.mirror(class)),
        Err(LinkError::NotFound(_)) => done(Ref::NULL),
        Err(error) => Err(call.link_exit(error)),
    }
}

fn find_bootstrap_class(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    find(call, LoaderId::BOOT, &name)
}

fn find_loaded_class(call: &mut Call) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(1)?;
    let loader = call.loader_of(loader);
    match call.program.loaded(loader, &name.replace('.', "/")) {
        Some(class) if !name.contains('/') => done(call.mirror(class)),
        _ => done(Ref::NULL),
    }
}

/// The machine loads for the JDK's loaders itself: no locks, no caches of theirs.
fn load_class_or_null(call: &mut Call) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(1)?;
    let loader = call.loader_of(loader);
    find(call, loader, &name)
}

fn find_class_in_module(call: &mut Call) -> Outcome {
    let loader = call.object(0)?;
    let name = call.text(2)?;
    let loader = call.loader_of(loader);
    find(call, loader, &name)
}

fn define_from_array(call: &mut Call) -> Outcome {
    let bytes = array_bytes(call, 2)?;
    let request =
        Request { name: optional_text(call, 1), bytes, domain: call.reference(5), ..Request::new(call.reference(0)) };
    let class = define(call, &request)?;
    done(call.mirror(class))
}

fn define_from_buffer(call: &mut Call) -> Outcome {
    let buffer = call.object(2)?;
    let (offset, length) = (call.int(3), call.int(4));
    let address = call.field(buffer, "address").wrapping_add(offset as u64);
    let bytes = match usize::try_from(length).ok().and_then(|length| call.native_memory.bytes(address, length)) {
        Some(bytes) => bytes.to_vec(),
        None => return Err(call.plain_error("java/lang/ArrayIndexOutOfBoundsException")),
    };
    let request =
        Request { name: optional_text(call, 1), bytes, domain: call.reference(5), ..Request::new(call.reference(0)) };
    let class = define(call, &request)?;
    done(call.mirror(class))
}

/// `Lookup.defineClass` and `Lookup.defineHiddenClass`.
fn define_by_lookup(call: &mut Call) -> Outcome {
    let lookup = call.object(1)?;
    let bytes = array_bytes(call, 3)?;
    let (initialize, flags, data) = (call.boolean(7), call.int(8), call.reference(9));
    let lookup = call.class_of_mirror(lookup);
    let mut request =
        Request { name: optional_text(call, 2), bytes, domain: call.reference(6), ..Request::new(call.reference(0)) };
    if flags & HIDDEN != 0 {
        request.hidden = true;
        if flags & NESTMATE != 0 {
            request.nest_host = Some(call.load_nest_host(lookup)?);
        }
    }
    let class = define(call, &request)?;
    let mirror = call.mirror(class);
    call.set_field(mirror, "classData", data.0 as u64);
    if initialize {
        return initialize_instead(call, class, mirror);
    }
    done(mirror)
}

/// Initialises a class and returns its mirror. A native that has defined a class cannot run again, so a stub does it in its place.
fn initialize_instead(call: &mut Call, class: ClassId, mirror: Ref) -> Outcome {
    if call.is_initialized(class)
        || call.program.class(class).initializer.is_none() && call.next_supertype(class).is_none()
    {
        call.initialize(class)?;
        return done(mirror);
    }
    let stub = call.stubs.initialize_for;
    let base = call.base;
    call.push_frame(stub, base, &[class.0 as u64, mirror.0 as u64])?;
    Err(Exit::Pushed)
}

fn optional_text(call: &Call, index: usize) -> Option<String> {
    let text = call.reference(index);
    (!text.is_null()).then(|| call.string(text))
}

/// The part of a byte array an offset and a length in the next two slots name.
fn array_bytes(call: &mut Call, index: usize) -> Outcome<Vec<u8>> {
    let array = call.object(index)?;
    let (offset, length) = (call.int(index + 1), call.int(index + 2));
    let part = usize::try_from(offset).ok().zip(usize::try_from(length).ok());
    match part.and_then(|(offset, length)| call.heap.bytes(array).get(offset..offset.checked_add(length)?)) {
        Some(bytes) => Ok(bytes.to_vec()),
        None => {
            let (end, size) = (offset.wrapping_add(length), call.heap.length(array));
            let message = format!("Array region {offset}..{end} out of bounds for length {size}");
            Err(call.error("java/lang/ArrayIndexOutOfBoundsException", &message))
        }
    }
}

/// A class to be defined.
struct Request {
    loader: Ref,
    /// The name it must have, with dots, if one was given.
    name: Option<String>,
    bytes: Vec<u8>,
    domain: Ref,
    hidden: bool,
    nest_host: Option<ClassId>,
}

impl Request {
    fn new(loader: Ref) -> Request {
        Request { loader, name: None, bytes: Vec::new(), domain: Ref::NULL, hidden: false, nest_host: None }
    }
}

/// A class is defined, or was on another path, where that cannot be taken back.
fn note_definition(call: &mut Call) {
    if call.watch.on && call.watch.outside.is_empty() {
        call.files.note_used("classes of its own making");
    }
}

/// Defines a class (JVMS 5.3.5). Supertypes come from the defining loader, which may be Java code: the native then runs again.
fn define(call: &mut Call, request: &Request) -> Outcome<ClassId> {
    if request.hidden || call.is_of_search(request.loader) {
        note_definition(call);
    }
    let loader = call.loader_of(request.loader);
    let given = request.name.as_ref().map(|name| name.replace('.', "/"));
    let parsed = call.program.parse(request.bytes.clone().into(), given.as_deref().unwrap_or("<Unknown>"));
    let file = call.linked(parsed)?;
    let mut own = call.checked(file.class_name(file.this_class))?.into_owned();
    // A hidden class has the name it is given, whatever its file says: the JDK defines templates so.
    if let Some(given) = given.as_ref().filter(|_| request.hidden) {
        own.clone_from(given);
    }
    if let Some(given) = given
        && given != own
    {
        let message = format!("{given} (wrong name: {own})");
        return Err(call.error("java/lang/NoClassDefFoundError", &message));
    }
    if !request.hidden
        && let Some(known) = call.program.loaded(loader, &own)
    {
        let details = call.mirror_details.get(&known).copied().unwrap_or_default();
        if details.searches > 0 {
            if details.domain.is_null() {
                set_domain(call, known, request.domain);
            }
            return Ok(known);
        }
        if call.watch.settled.len() <= known.index() {
            note_definition(call);
        }
        return Err(duplicate(call, known, loader));
    }
    let symbol = call.program.symbols.intern(&own);
    if call.awaits_supertype(request.loader, symbol) {
        return Err(call.error("java/lang/ClassCircularityError", &own));
    }
    let hidden_name = request.hidden.then(|| format!("{own}/0x{:016x}", call.hidden_classes + 1));
    let trusted = is_generated_accessor(call, request.loader, &file);
    let definition = Definition {
        hidden_name: hidden_name.as_deref(),
        nest_host: request.nest_host,
        trusted,
        ..Definition::default()
    };
    let class = match call.program.define(loader, file, definition) {
        Ok(class) => class,
        Err(LinkError::AskLoader(loader, wanted)) => {
            return Err(call.ask_loader(loader, &wanted, Asking::Supertype(symbol)));
        }
        Err(error) => return Err(call.link_exit(error)),
    };
    if trusted && let Some(key) = call.outside_key() {
        // The JDK numbers accessors as it makes them, and every path makes its own.
        call.name_made_class(class, key);
    }
    call.prepare_classes();
    call.machine.hidden_classes += request.hidden as u64;
    set_domain(call, class, request.domain);
    Ok(class)
}

fn set_domain(call: &mut Call, class: ClassId, domain: Ref) {
    if domain.is_null() {
        return;
    }
    call.mirror_details.entry(class).or_default().domain = domain;
    let (kind, mirror) = (call.known.class, call.mirror(class));
    if call.has_field(kind, "protectionDomain") {
        call.set_field(mirror, "protectionDomain", domain.0 as u64);
    }
}

/// Accessors the JDK generates may call what they like (`MagicAccessorImpl`), and would not pass the verifier.
fn is_generated_accessor(call: &Call, loader: Ref, file: &ClassFile) -> bool {
    !loader.is_null()
        && call.program.class_name(call.heap.class(loader)) == "jdk/internal/reflect/DelegatingClassLoader"
        && file.class_name(file.super_class).is_ok_and(|name| name.starts_with("jdk/internal/reflect/"))
}

/// HotSpot's words for a class defined twice.
fn duplicate(call: &mut Call, known: ClassId, loader: LoaderId) -> Exit {
    use raddle_program::class::access;
    let flags = call.program.class(known).access;
    let kind = if flags & access::INTERFACE != 0 {
        "interface"
    } else if flags & access::ABSTRACT != 0 {
        "abstract class"
    } else {
        "class"
    };
    let name = call.program.java_name(known);
    let loader = call.describe_loader(loader);
    let place = call.describe_place(known);
    call.error(
        "java/lang/LinkageError",
        &format!("{loader} attempted duplicate {kind} definition for {name}. ({place})"),
    )
}

/// The package of a class; that of one from a jar is as the jar's manifest has it.
fn define_package(call: &mut Call) -> Outcome {
    let (loader, mirror) = (call.object(0)?, call.object(1)?);
    let class = call.class_of_mirror(mirror);
    let entry = call.program.class(class);
    if entry.shape != Shape::Instance {
        return done(Ref::NULL);
    }
    if entry.origin.is_some_and(|origin| call.program.class_path.entry_manifest(origin as usize).is_some()) {
        call.furnish(class)?;
    }
    let name = call.program.java_name(class);
    let name = name.split_once('/').map_or(name.as_str(), |(name, _)| name);
    let package = name.rsplit_once('.').map_or("", |(package, _)| package);
    let package = call.literal_text(package);
    let module = call.reference_field(mirror, "module");
    let kind = call.heap.class(loader);
    match call.find_method(kind, "definePackage", "(Ljava/lang/String;Ljava/lang/Module;)Ljava/lang/Package;") {
        Some(method) => call.call_instead(method, &[loader.0 as u64, package.0 as u64, module.0 as u64]),
        None => Err(Exit::Fatal("the JDK's loaders have no definePackage".into())),
    }
}

/// What `-ea` and its kin said, for loaders that get settings of their own.
fn retrieve_directives(call: &mut Call) -> Outcome {
    let class = call.ready("java/lang/AssertionStatusDirectives")?;
    let strings = call.load_boot("[Ljava/lang/String;")?;
    let directives = call.new_object(class)?;
    for (names, flags) in [("classes", "classEnabled"), ("packages", "packageEnabled")] {
        let none = call.new_references(strings, &[])?;
        call.set_field(directives, names, none.0 as u64);
        let none = call.new_array_of("[Z", 0)?;
        call.set_field(directives, flags, none.0 as u64);
    }
    let standard = (call.settings.assertions)("", false);
    call.set_field(directives, "deflt", standard as u64);
    done(directives)
}

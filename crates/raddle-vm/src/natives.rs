//! Native methods, one file per class of the JDK, and the registry that finds them.
//!
//! A native method is a function of a `Call`. It may fail with any `Exit`; on `Block`, `Memory` and `Pushed` by a stub that ends with `Again` it is
//! called again later, so it must not have changed anything by then. The registry also holds replacements for a few methods that are Java code in
//! the JDK but are the machine's business here.

use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::ThreadId;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

mod java_io_console;
mod java_io_filedescriptor;
mod java_io_fileinputstream;
mod java_io_fileoutputstream;
mod java_io_objectstreamclass;
mod java_io_randomaccessfile;
mod java_io_unixfilesystem;
mod java_lang_class;
mod java_lang_classloader;
mod java_lang_double;
mod java_lang_invoke_invokerbytecodegenerator;
mod java_lang_invoke_methodhandle;
mod java_lang_invoke_methodhandlenatives;
mod java_lang_math;
pub(crate) mod java_lang_module;
mod java_lang_object;
mod java_lang_processhandleimpl;
mod java_lang_ref_reference;
mod java_lang_reflect_array;
mod java_lang_reflect_executable;
mod java_lang_runtime;
mod java_lang_shutdown;
mod java_lang_stackstreamfactory;
mod java_lang_strictmath;
mod java_lang_string;
mod java_lang_system;
mod java_lang_thread;
mod java_lang_throwable;
mod java_net_inetaddress;
mod java_security_accesscontroller;
mod java_util_concurrent_atomic_atomiclong;
mod java_util_timezone;
pub(crate) mod java_util_zip_inflater;
mod jdk_internal_jimage_nativeimagebuffer;
mod jdk_internal_loader_nativelibraries;
pub mod jdk_internal_misc_unsafe;
mod jdk_internal_misc_vm;
mod jdk_internal_perf_perf;
mod jdk_internal_platform_cgroupmetrics;
mod jdk_internal_reflect_constantpool;
mod jdk_internal_reflect_methodhandlefieldaccessorimpl;
mod jdk_internal_reflect_nativemethodaccessorimpl;
mod jdk_internal_reflect_reflection;
mod jdk_internal_util_systemprops;
mod jdk_internal_vm_continuation;
pub(crate) mod raddle_machine;
mod sun_management_vmmanagementimpl;
pub(crate) mod sun_nio_ch_filedispatcherimpl;
mod sun_nio_ch_net;
mod sun_nio_fs_unixnativedispatcher;

/// A native method's implementation.
pub type NativeFn = fn(&mut Call) -> Outcome;

/// A call of a native method: the machine, and where the arguments are.
pub struct Call<'a> {
    pub(crate) machine: &'a mut Machine,
    /// The calling thread.
    pub thread: ThreadId,
    pub(crate) base: usize,
}

impl Deref for Call<'_> {
    type Target = Machine;

    fn deref(&self) -> &Machine {
        self.machine
    }
}

impl DerefMut for Call<'_> {
    fn deref_mut(&mut self) -> &mut Machine {
        self.machine
    }
}

impl Call<'_> {
    /// The raw value of an argument slot: the receiver, if there is one, is 0; longs and doubles take two.
    pub fn slot(&self, index: usize) -> u64 {
        self.machine.threads[self.thread.index()].stack[self.base + index]
    }

    /// An int, short, char, byte or boolean argument.
    pub fn int(&self, index: usize) -> i32 {
        self.slot(index) as i32
    }

    /// A boolean argument.
    pub fn boolean(&self, index: usize) -> bool {
        self.slot(index) & 1 != 0
    }

    /// A long argument.
    pub fn long(&self, index: usize) -> i64 {
        self.slot(index) as i64
    }

    /// A float argument.
    pub fn float(&self, index: usize) -> f32 {
        f32::from_bits(self.slot(index) as u32)
    }

    /// A double argument.
    pub fn double(&self, index: usize) -> f64 {
        f64::from_bits(self.slot(index))
    }

    /// A reference argument, which may be null.
    pub fn reference(&self, index: usize) -> Ref {
        Ref::from_slot(self.slot(index))
    }

    /// A reference argument that must not be null: else `NullPointerException`.
    pub fn object(&mut self, index: usize) -> Outcome<Ref> {
        let object = self.reference(index);
        if object.is_null() { Err(self.null_pointer()) } else { Ok(object) }
    }

    /// A string argument that must not be null.
    pub fn text(&mut self, index: usize) -> Outcome<String> {
        let string = self.object(index)?;
        Ok(self.machine.string(string))
    }

    /// Calls a Java method in place of this native one: what it returns, this returns.
    pub fn call_instead(&mut self, method: raddle_program::class::MethodId, arguments: &[u64]) -> Outcome {
        let base = self.base;
        self.machine.thread_mut().native = None;
        self.machine.call_instead(method, base, arguments)
    }

    /// Makes a new object of a class that is initialised this native's result, by one of its constructors; longs and doubles take two arguments.
    pub(crate) fn construct_instead(
        &mut self,
        class: raddle_program::class::ClassId,
        descriptor: &str,
        arguments: &[u64],
    ) -> Outcome {
        let Some(constructor) = self.find_method(class, "<init>", descriptor) else {
            return Err(refused(&format!("{} has no constructor {descriptor}", self.program.java_name(class))));
        };
        let object = self.new_object(class)?;
        let mut registers = vec![0; crate::stubs::ARGUMENTS as usize];
        registers[0] = constructor.0 as u64;
        registers[1] = object.0 as u64;
        registers.push(object.0 as u64);
        registers.extend(arguments);
        let (stub, base) = (self.stubs.invoke_constructor, self.base);
        self.push_frame(stub, base, &registers)?;
        Err(Exit::Pushed)
    }
}

/// A value as a slot holds it.
pub trait IntoSlot {
    /// The slot.
    fn into_slot(self) -> u64;
}

macro_rules! into_slot {
    ($($ty:ty: $value:ident => $slot:expr),* $(,)?) => {
        $(impl IntoSlot for $ty {
            fn into_slot(self) -> u64 {
                let $value = self;
                $slot
            }
        })*
    };
}

into_slot! {
    (): _unit => 0,
    bool: value => value as u64,
    i8: value => value as i32 as u32 as u64,
    i16: value => value as i32 as u32 as u64,
    u16: value => value as u64,
    i32: value => value as u32 as u64,
    i64: value => value as u64,
    f32: value => value.to_bits() as u64,
    f64: value => value.to_bits(),
    Ref: value => value.0 as u64,
}

/// A native's result.
pub fn done<T: IntoSlot>(value: T) -> Outcome {
    Ok(value.into_slot())
}

/// Before a name in a table: the method is the machine's business even where the JDK has Java code for it.
const REPLACES: char = '=';

/// The natives of one class: each by name and descriptor.
pub struct Table {
    /// Internal name of the class.
    pub class: &'static str,
    /// Name and descriptor as one text, with `=` before it for a replacement, and the implementation.
    pub methods: &'static [(&'static str, NativeFn)],
}

/// Every table.
static TABLES: &[&Table] = &[
    &java_io_console::JDK_CONSOLE,
    &java_io_console::TABLE,
    &java_io_filedescriptor::CLEANABLE,
    &java_io_filedescriptor::TABLE,
    &java_io_fileinputstream::TABLE,
    &java_io_fileoutputstream::TABLE,
    &java_io_objectstreamclass::TABLE,
    &java_io_randomaccessfile::TABLE,
    &java_io_unixfilesystem::TABLE,
    &java_lang_class::TABLE,
    &java_lang_classloader::BUILTIN,
    &java_lang_classloader::TABLE,
    &java_lang_double::FLOAT,
    &java_lang_double::TABLE,
    &java_lang_invoke_invokerbytecodegenerator::INVOKERS,
    &java_lang_invoke_invokerbytecodegenerator::TABLE,
    &java_lang_invoke_methodhandle::TABLE,
    &java_lang_invoke_methodhandle::VAR_HANDLE,
    &java_lang_invoke_methodhandlenatives::TABLE,
    &java_lang_math::TABLE,
    &java_lang_module::BOOT_LOADER,
    &java_lang_module::TABLE,
    &java_lang_object::TABLE,
    &java_lang_processhandleimpl::ENVIRONMENT,
    &java_lang_processhandleimpl::INFO,
    &java_lang_processhandleimpl::PROCESS_IMPL,
    &java_lang_processhandleimpl::TABLE,
    &java_lang_ref_reference::FINALIZER,
    &java_lang_ref_reference::PHANTOM,
    &java_lang_ref_reference::TABLE,
    &java_lang_reflect_array::TABLE,
    &java_lang_reflect_executable::FIELD,
    &java_lang_reflect_executable::TABLE,
    &java_lang_runtime::TABLE,
    &java_lang_shutdown::TABLE,
    &java_lang_stackstreamfactory::ELEMENT,
    &java_lang_stackstreamfactory::FRAME,
    &java_lang_stackstreamfactory::SECURITY_MANAGER,
    &java_lang_stackstreamfactory::TABLE,
    &java_lang_stackstreamfactory::WALKER,
    &java_lang_strictmath::TABLE,
    &java_lang_string::TABLE,
    &java_lang_string::UTF16,
    &java_lang_system::TABLE,
    &java_lang_thread::IDENTIFIERS,
    &java_lang_thread::TABLE,
    &java_lang_throwable::ELEMENT,
    &java_lang_throwable::NULL_POINTER,
    &java_lang_throwable::TABLE,
    &java_net_inetaddress::FACTORY,
    &java_net_inetaddress::FOUR,
    &java_net_inetaddress::INTERFACES,
    &java_net_inetaddress::PACKET,
    &java_net_inetaddress::RESOLVER,
    &java_net_inetaddress::SIX,
    &java_net_inetaddress::TABLE,
    &java_security_accesscontroller::TABLE,
    &java_util_concurrent_atomic_atomiclong::TABLE,
    &java_util_timezone::TABLE,
    &java_util_zip_inflater::ADLER32,
    &java_util_zip_inflater::CRC32,
    &java_util_zip_inflater::DEFLATER,
    &java_util_zip_inflater::TABLE,
    &jdk_internal_jimage_nativeimagebuffer::TABLE,
    &jdk_internal_loader_nativelibraries::LIBRARY,
    &jdk_internal_loader_nativelibraries::RAW,
    &jdk_internal_loader_nativelibraries::TABLE,
    &jdk_internal_misc_unsafe::ACCESS,
    &jdk_internal_misc_unsafe::TABLE,
    &jdk_internal_misc_vm::CDS,
    &jdk_internal_misc_vm::PREVIEW,
    &jdk_internal_misc_vm::SCOPED,
    &jdk_internal_misc_vm::SIGNAL,
    &jdk_internal_misc_vm::TABLE,
    &jdk_internal_perf_perf::TABLE,
    &jdk_internal_platform_cgroupmetrics::FOREIGN,
    &jdk_internal_platform_cgroupmetrics::TABLE,
    &jdk_internal_platform_cgroupmetrics::VECTORS,
    &jdk_internal_platform_cgroupmetrics::VM_SUPPORT,
    &jdk_internal_reflect_constantpool::TABLE,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::BOOLEAN,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::BYTE,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::CHARACTER,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::DOUBLE,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::FACTORY,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::FLOAT,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::INTEGER,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::LONG,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::OBJECT,
    &jdk_internal_reflect_methodhandlefieldaccessorimpl::SHORT,
    &jdk_internal_reflect_nativemethodaccessorimpl::CONSTRUCTOR,
    &jdk_internal_reflect_nativemethodaccessorimpl::DIRECT_CONSTRUCTOR,
    &jdk_internal_reflect_nativemethodaccessorimpl::DIRECT_METHOD,
    &jdk_internal_reflect_nativemethodaccessorimpl::FACTORY,
    &jdk_internal_reflect_nativemethodaccessorimpl::HANDLE_FACTORY,
    &jdk_internal_reflect_nativemethodaccessorimpl::METHOD,
    &jdk_internal_reflect_reflection::TABLE,
    &jdk_internal_util_systemprops::TABLE,
    &jdk_internal_vm_continuation::SUPPORT,
    &jdk_internal_vm_continuation::TABLE,
    &sun_management_vmmanagementimpl::MEMORY,
    &sun_management_vmmanagementimpl::SYSTEM,
    &sun_management_vmmanagementimpl::TABLE,
    &sun_management_vmmanagementimpl::THREADS,
    &sun_nio_ch_filedispatcherimpl::CHANNEL,
    &sun_nio_ch_filedispatcherimpl::KEY,
    &sun_nio_ch_filedispatcherimpl::MAPPED,
    &sun_nio_ch_filedispatcherimpl::SOCKET,
    &sun_nio_ch_filedispatcherimpl::TABLE,
    &sun_nio_ch_filedispatcherimpl::THREAD,
    &sun_nio_ch_filedispatcherimpl::UNIX,
    &sun_nio_ch_filedispatcherimpl::UNIX_BASE,
    &sun_nio_ch_filedispatcherimpl::UTIL,
    &sun_nio_ch_net::ADDRESS,
    &sun_nio_ch_net::INHERITED,
    &sun_nio_ch_net::OPTIONS,
    &sun_nio_ch_net::PORTS,
    &sun_nio_ch_net::PROXIES,
    &sun_nio_ch_net::SELECTOR,
    &sun_nio_ch_net::TABLE,
    &sun_nio_ch_net::UNIX,
    &sun_nio_fs_unixnativedispatcher::COPY,
    &sun_nio_fs_unixnativedispatcher::FILE_SYSTEM,
    &sun_nio_fs_unixnativedispatcher::LINUX,
    &sun_nio_fs_unixnativedispatcher::TABLE,
    &sun_nio_fs_unixnativedispatcher::WATCH,
];

/// Finds implementations by class, name and descriptor.
pub struct Registry {
    methods: FxHashMap<(&'static str, &'static str), NativeFn>,
    /// Those that stand in for Java code too.
    replacements: FxHashMap<(&'static str, &'static str), NativeFn>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry::new()
    }
}

impl Registry {
    /// The registry of all tables.
    pub fn new() -> Registry {
        let mut registry = Registry { methods: FxHashMap::default(), replacements: FxHashMap::default() };
        for table in TABLES {
            for &(method, function) in table.methods {
                match method.strip_prefix(REPLACES) {
                    Some(method) => registry.replacements.insert((table.class, method), function),
                    None => registry.methods.insert((table.class, method), function),
                };
            }
        }
        registry
    }

    /// The implementation of a method; of one that is not native only if it is to be replaced.
    pub fn find(&self, class: &str, name: &str, descriptor: &str, is_native: bool) -> Option<NativeFn> {
        // Tables the VM of another vendor would register; the machine needs none of them.
        if is_native && descriptor == "()V" && matches!(name, "registerNatives" | "initIDs" | "initNative") {
            return Some(nothing);
        }
        let method = format!("{name}{descriptor}");
        let key = (class, method.as_str());
        let native = if is_native { self.methods.get(&key) } else { None };
        native.or_else(|| self.replacements.get(&key)).copied()
    }

    /// All methods in the registry, as `class.name(descriptor)`, sorted.
    pub fn list() -> Vec<String> {
        let mut list: Vec<String> = TABLES
            .iter()
            .flat_map(|table| {
                table.methods.iter().map(|(method, _)| {
                    format!("{}.{}", table.class.replace('/', "."), method.trim_start_matches(REPLACES))
                })
            })
            .collect();
        list.sort();
        list
    }
}

/// A native that does nothing.
pub fn nothing(_: &mut Call) -> Outcome {
    done(())
}

/// Where the natives of a class are, or would be.
pub fn file_for(class: &str) -> String {
    format!("crates/raddle-vm/src/natives/{}.rs", class.replace(['/', '$'], "_").to_lowercase())
}

/// An error for what the machine deliberately does not do.
pub fn refused(what: &str) -> Exit {
    Exit::Fatal(what.to_string())
}

//! `java.lang.Class`: what a class says of itself.

mod attributes;
pub(super) mod members;

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome, missing_in};
use crate::stubs::Asking;
use raddle_program::class::{ClassId, LoaderId, Shape};
use raddle_program::classfile::descriptor;
use raddle_program::program::LinkError;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Class",
    methods: &[
        ("desiredAssertionStatus0(Ljava/lang/Class;)Z", desired_assertion_status),
        ("getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;", get_primitive_class),
        ("forName0(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;", for_name),
        ("initClassName()Ljava/lang/String;", init_class_name),
        ("isArray()Z", |call| shape(call, |shape| matches!(shape, Shape::Array(_)))),
        ("isPrimitive()Z", |call| shape(call, |shape| matches!(shape, Shape::Primitive(_)))),
        ("isInterface()Z", is_interface),
        ("isHidden()Z", is_hidden),
        ("isAssignableFrom(Ljava/lang/Class;)Z", is_assignable_from),
        ("isInstance(Ljava/lang/Object;)Z", is_instance),
        ("getSuperclass()Ljava/lang/Class;", get_superclass),
        ("getInterfaces0()[Ljava/lang/Class;", get_interfaces),
        ("getModifiers()I", get_modifiers),
        ("getProtectionDomain0()Ljava/security/ProtectionDomain;", get_protection_domain),
        ("=getProtectionDomain()Ljava/security/ProtectionDomain;", get_domain_or_all),
        ("getSigners()[Ljava/lang/Object;", get_signers),
        ("setSigners([Ljava/lang/Object;)V", set_signers),
        ("getDeclaredFields0(Z)[Ljava/lang/reflect/Field;", members::declared_fields),
        ("getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;", members::declared_methods),
        ("getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;", members::declared_constructors),
        ("getRecordComponents0()[Ljava/lang/reflect/RecordComponent;", members::record_components),
        ("isRecord0()Z", members::is_record),
        ("getDeclaredClasses0()[Ljava/lang/Class;", attributes::declared_classes),
        ("getDeclaringClass0()Ljava/lang/Class;", attributes::declaring_class),
        ("getSimpleBinaryName0()Ljava/lang/String;", attributes::simple_binary_name),
        ("getEnclosingMethod0()[Ljava/lang/Object;", attributes::enclosing_method),
        ("getGenericSignature0()Ljava/lang/String;", attributes::generic_signature),
        ("getRawAnnotations()[B", |call| attributes::raw(call, "RuntimeVisibleAnnotations")),
        ("getRawTypeAnnotations()[B", |call| attributes::raw(call, "RuntimeVisibleTypeAnnotations")),
        ("getConstantPool()Ljdk/internal/reflect/ConstantPool;", attributes::constant_pool),
        ("getNestHost0()Ljava/lang/Class;", attributes::nest_host),
        ("getNestMembers0()[Ljava/lang/Class;", attributes::nest_members),
        ("getPermittedSubclasses0()[Ljava/lang/Class;", attributes::permitted_subclasses),
        ("getClassAccessFlagsRaw0()I", access_flags),
        ("getClassFileVersion0()I", attributes::file_version),
    ],
};

/// The class a `Class` argument stands for.
pub(super) fn class_argument(call: &mut Call, index: usize) -> Outcome<ClassId> {
    let mirror = call.object(index)?;
    Ok(call.class_of_mirror(mirror))
}

fn desired_assertion_status(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let name = call.program.java_name(class);
    let system = call.program.class(class).loader == LoaderId::BOOT;
    done((call.settings.assertions)(&name, system))
}

fn get_primitive_class(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    match call.program.primitive_named(&name) {
        Some(class) => done(call.mirror(class)),
        None => Err(call.error("java/lang/ClassNotFoundException", &name)),
    }
}

fn for_name(call: &mut Call) -> Outcome {
    let name = call.text(0)?;
    let initialize = call.boolean(1);
    let loader = call.reference(2);
    let class = find_class(call, loader, &name)?;
    if initialize {
        call.initialize(class)?;
    }
    done(call.mirror(class))
}

/// A class by its name with dots, or `ClassNotFoundException`.
pub(super) fn find_class(call: &mut Call, loader: Ref, name: &str) -> Outcome<ClassId> {
    let internal = name.replace('.', "/");
    if name.contains('/') || !is_name(&internal) {
        return Err(call.error("java/lang/ClassNotFoundException", &internal));
    }
    let loader = call.loader_of(loader);
    let loaded = call.program.load(loader, &internal);
    call.prepare_classes();
    match loaded.map_err(|error| missing_in(loader, error)) {
        Ok(class) => Ok(class),
        Err(LinkError::NotFound(_)) => Err(call.error("java/lang/ClassNotFoundException", name)),
        Err(LinkError::AskLoader(loader, wanted)) => {
            // What a class needs besides is linking's business, with its own errors.
            let element = internal.trim_start_matches('[');
            let element = element.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(element);
            let asking = if wanted == element { Asking::ByName } else { Asking::ToLink };
            Err(call.ask_loader(loader, &wanted, asking))
        }
        Err(error) => Err(call.link_exit(error)),
    }
}

/// Whether a text is the internal name of a class or array (JVMS 4.2.1).
fn is_name(text: &str) -> bool {
    if text.starts_with('[') {
        return descriptor::parse_field(text).is_some();
    }
    text.split('/').all(|part| !part.is_empty() && !part.contains(['.', ';', '[']))
}

fn init_class_name(call: &mut Call) -> Outcome {
    let mirror = call.object(0)?;
    let class = call.class_of_mirror(mirror);
    let name = call.program.java_name(class);
    let text = call.literal_text(&name);
    call.set_field(mirror, "name", text.0 as u64);
    done(text)
}

fn shape(call: &mut Call, test: fn(Shape) -> bool) -> Outcome {
    let class = class_argument(call, 0)?;
    done(test(call.program.class(class).shape))
}

fn is_interface(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.program.class(class).is_interface())
}

fn is_hidden(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.program.class(class).hidden)
}

fn is_assignable_from(call: &mut Call) -> Outcome {
    let (to, from) = (class_argument(call, 0)?, class_argument(call, 1)?);
    done(call.program.is_subclass(from, to))
}

fn is_instance(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let object = call.reference(1);
    done(!object.is_null() && call.program.is_subclass(call.heap.class(object), class))
}

fn get_superclass(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let entry = call.program.class(class);
    match entry.super_class.filter(|_| !entry.is_interface()) {
        Some(parent) => done(call.mirror(parent)),
        None => done(Ref::NULL),
    }
}

fn get_interfaces(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let interfaces = call.program.class(class).interfaces.clone();
    let mirrors: Vec<Ref> = interfaces.into_iter().map(|interface| call.mirror(interface)).collect();
    let array = call.load_boot("[Ljava/lang/Class;")?;
    done(call.new_references(array, &mirrors)?)
}

fn get_modifiers(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.class_modifiers(class))
}

fn access_flags(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.program.class(class).access)
}

fn get_signers(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let signers = call.mirror_details.get(&class).map_or(Ref::NULL, |details| details.signers);
    if signers.is_null() {
        return done(Ref::NULL);
    }
    let copied: Vec<Ref> = (0..call.heap.length(signers)).map(|index| Ref(call.heap.int(signers, index))).collect();
    let class = call.heap.class(signers);
    done(call.new_references(class, &copied)?)
}

fn set_signers(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    let signers = call.reference(1);
    let entry = call.program.class(class);
    if entry.shape == Shape::Instance {
        call.mirror_details.entry(class).or_default().signers = signers;
    }
    done(())
}

impl Machine {
    /// Sees to it that a class of the class path has a protection domain and a package with what its jar's manifest says. The machine read the class
    /// itself; the JDK's own loader is had to find it again, up to where it would define it.
    pub(crate) fn furnish(&mut self, class: ClassId) -> Outcome<()> {
        let entry = self.program.class(class);
        let details = self.mirror_details.get(&class).copied().unwrap_or_default();
        // Several threads may be at it; but a file that has gone since is not found however often one looks.
        if entry.origin.is_none() || entry.loader != LoaderId::APP || !details.domain.is_null() || details.searches > 3
        {
            return Ok(());
        }
        let loader = self.loaders[LoaderId::APP.0 as usize];
        let name = self.program.java_name(class);
        let kind = self.heap.class(loader);
        let Some(find) = self.find_method(kind, "findClassOnClassPathOrNull", "(Ljava/lang/String;)Ljava/lang/Class;")
        else {
            return Err(Exit::Fatal("the JDK's loader has no findClassOnClassPathOrNull".into()));
        };
        let name = self.new_string(&name)?;
        let pushed = self.push_before(find, &[loader.0 as u64, name.0 as u64]);
        if matches!(pushed, Err(Exit::Pushed)) {
            self.mirror_details.entry(class).or_default().searches += 1;
        }
        pushed
    }

    /// The protection domain of a class; null stands for the one with all permissions.
    fn domain_of(&mut self, class: ClassId) -> Outcome<Ref> {
        self.furnish(class)?;
        Ok(self.mirror_details.get(&class).map_or(Ref::NULL, |details| details.domain))
    }
}

fn get_protection_domain(call: &mut Call) -> Outcome {
    let class = class_argument(call, 0)?;
    done(call.domain_of(class)?)
}

/// Newer JDKs have no native between.
fn get_domain_or_all(call: &mut Call) -> Outcome {
    let mirror = call.object(0)?;
    let class = call.class_of_mirror(mirror);
    let domain = call.domain_of(class)?;
    if !domain.is_null() {
        return done(domain);
    }
    let kind = call.known.class;
    if let Some(method) = call.find_method(kind, "protectionDomain", "()Ljava/security/ProtectionDomain;") {
        return call.call_instead(method, &[mirror.0 as u64]);
    }
    let holder = call.ready("java/lang/Class$Holder")?;
    match call.static_word(holder, "allPermDomain") {
        Some(word) => Ok(call.heap.word(word)),
        None => Err(Exit::Fatal("the JDK has no Class$Holder.allPermDomain".into())),
    }
}

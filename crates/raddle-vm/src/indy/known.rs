//! The bootstrap methods compilers use: lambdas, string concatenation, records' methods, pattern switches. Their classes are made by `raddle_program::synth`
//! and called like any other.

use super::Dynamic;
use crate::classes::Init;
use crate::machine::{Machine, Outcome};
use raddle_program::class::ClassId;
use raddle_program::classfile::{Constant, descriptor, mutf8};
use raddle_program::insn::Insn;
use raddle_program::program::Definition;
use raddle_program::synth::concat::{self, ConcatConstant, ConcatSpec};
use raddle_program::synth::lambda::{self, LambdaSpec};
use raddle_program::synth::record::{self, RecordSpec};
use raddle_program::synth::switches::{self, Label, SwitchKind, SwitchSpec};
use raddle_program::synth::{Handle, SynthError};

/// Flags of `LambdaMetafactory.altMetafactory`.
const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The parts of a method handle constant, owned.
struct HandleParts {
    kind: u8,
    owner: String,
    name: String,
    descriptor: String,
    is_interface: bool,
}

impl Dynamic {
    fn method_type(&self, index: usize) -> Option<String> {
        match self.file.constants.get(*self.arguments.get(index)? as usize)? {
            Constant::MethodType(text) => Some(self.file.text(*text).ok()?.into_owned()),
            _ => None,
        }
    }

    fn int(&self, index: usize) -> Option<i32> {
        match self.file.constants.get(*self.arguments.get(index)? as usize)? {
            Constant::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// A number of arguments that follow; never more than there are.
    fn count(&self, index: usize) -> usize {
        let count = self.int(index).unwrap_or(0);
        usize::try_from(count).unwrap_or(0).min(self.arguments.len())
    }

    fn class(&self, index: usize) -> Option<String> {
        Some(self.file.class_name(*self.arguments.get(index)?).ok()?.into_owned())
    }

    fn string(&self, index: usize) -> Option<Vec<u16>> {
        self.string_at(*self.arguments.get(index)?)
    }

    fn string_at(&self, cp: u16) -> Option<Vec<u16>> {
        match self.file.constants.get(cp as usize)? {
            Constant::String(text) => mutf8::decode_utf16(self.file.utf8(*text).ok()?).ok(),
            _ => None,
        }
    }

    fn handle_at(&self, cp: u16) -> Option<HandleParts> {
        let Some(&Constant::MethodHandle { kind, reference }) = self.file.constants.get(cp as usize) else {
            return None;
        };
        let member = self.file.member_ref(reference).ok()?;
        Some(HandleParts {
            kind,
            owner: self.file.class_name(member.class).ok()?.into_owned(),
            name: self.file.text(member.name).ok()?.into_owned(),
            descriptor: self.file.text(member.descriptor).ok()?.into_owned(),
            is_interface: member.interface,
        })
    }
}

impl Machine {
    /// Links a call site whose bootstrap method the machine knows.
    pub(crate) fn link_known(&mut self, dynamic: &Dynamic, base: u16) -> Outcome<Option<Insn>> {
        match (dynamic.bootstrap.0.as_str(), dynamic.bootstrap.1.as_str()) {
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => self.link_lambda(dynamic, base),
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants" | "makeConcat") => {
                self.link_concat(dynamic, base)
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.link_record(dynamic, base),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => self.link_switch(dynamic, base, SwitchKind::Type),
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => self.link_switch(dynamic, base, SwitchKind::Enum),
            _ => Ok(None),
        }
    }

    fn made_name(&mut self, caller: ClassId, kind: &str) -> String {
        self.hidden_classes += 1;
        let number = self.hidden_classes;
        let host = self.program.class_name(caller);
        // A hidden caller's own suffix is not part of a class's name.
        let host =
            if self.program.class(caller).hidden { host.rsplit_once('/').map_or(host, |(name, _)| name) } else { host };
        // The number left the name in JDK 21.
        let counted = if self.program.jdk.feature < 21 { format!("${number}") } else { String::new() };
        format!("{host}$${kind}{counted}/{number:#018x}")
    }

    /// Defines a class of the machine's own making beside its caller, ready for use.
    fn define_made(&mut self, caller: ClassId, name: &str, made: Result<Vec<u8>, SynthError>) -> Outcome<ClassId> {
        let bytes = match made {
            Ok(bytes) => bytes,
            Err(error) => {
                return Err(self.error("java/lang/BootstrapMethodError", &error.to_string()));
            }
        };
        let loader = self.program.class(caller).loader;
        let definition =
            Definition { hidden_name: Some(name), nest_host: Some(caller), trusted: true, ..Definition::default() };
        let defined = self.program.define_bytes(loader, name, bytes.into(), definition);
        let class = self.linked(defined)?;
        self.init[class.index()] = Init::Done;
        let key = self.site_key();
        self.name_made_class(class, key);
        Ok(class)
    }

    /// Calls the static method of a made class, if it is what the call site says it is: else the JDK's bootstrap method finds the words for what is wrong.
    fn call_made(&mut self, class: ClassId, name: &str, dynamic: &Dynamic, base: u16) -> Outcome<Option<Insn>> {
        let made = self.find_method(class, name, &dynamic.descriptor).filter(|&id| self.program.method(id).is_static());
        Ok(made.map(|method| Insn::InvokeStatic { base, method: method.0 }))
    }

    fn link_lambda(&mut self, dynamic: &Dynamic, base: u16) -> Outcome<Option<Insn>> {
        let Some(site) = descriptor::parse_method(&dynamic.descriptor) else { return Ok(None) };
        let Some(interface) = site.result.strip_prefix('L').and_then(|name| name.strip_suffix(';')) else {
            return Ok(None);
        };
        let (Some(erased), Some(instantiated)) = (dynamic.method_type(0), dynamic.method_type(2)) else {
            return Ok(None);
        };
        let Some(implementation) = dynamic.arguments.get(1).and_then(|&cp| dynamic.handle_at(cp)) else {
            return Ok(None);
        };
        let flags = if dynamic.bootstrap.1 == "altMetafactory" { dynamic.int(3).unwrap_or(0) } else { 0 };
        let mut next = 4;
        let mut markers = Vec::new();
        let mut bridges = Vec::new();
        if flags & MARKERS != 0 {
            let count = dynamic.count(next);
            markers.extend((0..count).filter_map(|index| dynamic.class(next + 1 + index)));
            next += 1 + count;
        }
        if flags & BRIDGES != 0 {
            let count = dynamic.count(next);
            bridges.extend((0..count).filter_map(|index| dynamic.method_type(next + 1 + index)));
        }
        let name = self.made_name(dynamic.caller, "Lambda");
        let (markers, bridges): (Vec<&str>, Vec<&str>) =
            (markers.iter().map(String::as_str).collect(), bridges.iter().map(String::as_str).collect());
        let spec = LambdaSpec {
            class_name: name.clone(),
            caller: self.program.class_name(dynamic.caller),
            interface,
            method_name: &dynamic.name,
            captured: &site.parameters,
            erased_descriptor: &erased,
            instantiated_descriptor: &instantiated,
            implementation: Handle {
                kind: implementation.kind,
                owner: &implementation.owner,
                name: &implementation.name,
                descriptor: &implementation.descriptor,
                is_interface: implementation.is_interface,
            },
            markers: &markers,
            bridges: &bridges,
            serializable: flags & SERIALIZABLE != 0,
        };
        let class = self.define_made(dynamic.caller, &name, lambda::generate(&spec))?;
        if !site.parameters.is_empty() {
            return self.call_made(class, lambda::FACTORY, dynamic, base);
        }
        // A lambda that captures nothing is one object for its call site, as in the JDK.
        let words = self.layouts[class.index()].words as usize;
        let key = self.class_key(class);
        let object = self.new_permanent(class, words, 0, 0, key);
        Ok(Some(Insn::ConstRef { d: base, r: object.0 }))
    }

    fn link_concat(&mut self, dynamic: &Dynamic, base: u16) -> Outcome<Option<Insn>> {
        let Some(site) = descriptor::parse_method(&dynamic.descriptor) else { return Ok(None) };
        let recipe = if dynamic.bootstrap.1 == "makeConcat" { None } else { dynamic.string(0) };
        let texts: Option<Vec<Vec<u16>>> = (1..dynamic.arguments.len()).map(|index| dynamic.string(index)).collect();
        let Some(texts) = texts else { return Ok(None) };
        let constants: Vec<ConcatConstant> = texts.iter().map(|text| ConcatConstant::Text(text)).collect();
        let name = self.made_name(dynamic.caller, "Concat");
        let spec = ConcatSpec {
            class_name: name.clone(),
            recipe: recipe.as_deref(),
            arguments: &site.parameters,
            constants: &constants,
        };
        let class = self.define_made(dynamic.caller, &name, concat::generate(&spec))?;
        self.call_made(class, concat::METHOD, dynamic, base)
    }

    fn link_record(&mut self, dynamic: &Dynamic, base: u16) -> Outcome<Option<Insn>> {
        let Some(record_name) = dynamic.class(0) else { return Ok(None) };
        let fields: Option<Vec<HandleParts>> =
            dynamic.arguments.iter().skip(2).map(|&cp| dynamic.handle_at(cp)).collect();
        let Some(fields) = fields else { return Ok(None) };
        let components: Vec<(&str, &str)> =
            fields.iter().map(|field| (field.name.as_str(), field.descriptor.as_str())).collect();
        let simple_name = self.simple_name(dynamic.caller);
        let name = self.made_name(dynamic.caller, "Record");
        let spec = RecordSpec {
            class_name: name.clone(),
            record: &record_name,
            simple_name: &simple_name,
            components: &components,
        };
        let class = self.define_made(dynamic.caller, &name, record::generate(&spec))?;
        self.call_made(class, &dynamic.name, dynamic, base)
    }

    /// What `Class.getSimpleName` gives.
    fn simple_name(&self, class: ClassId) -> String {
        let full = self.program.class_name(class);
        let inner = self.program.class(class).file.as_ref().and_then(|file| {
            let classes = file.inner_classes().ok()?;
            let own = classes.iter().find(|inner| file.class_name(inner.inner).is_ok_and(|name| name == full))?;
            if own.name == 0 { Some(String::new()) } else { Some(file.text(own.name).ok()?.into_owned()) }
        });
        inner.unwrap_or_else(|| full.rsplit('/').next().unwrap_or(full).to_string())
    }

    fn link_switch(&mut self, dynamic: &Dynamic, base: u16, kind: SwitchKind) -> Outcome<Option<Insn>> {
        enum Owned {
            Class(String),
            Text(Vec<u16>),
            Int(i32),
            Enum(String, String),
        }
        let Some(site) = descriptor::parse_method(&dynamic.descriptor) else { return Ok(None) };
        let mut owned = Vec::new();
        for &cp in &dynamic.arguments {
            let label = match dynamic.file.constants.get(cp as usize) {
                Some(Constant::Class(_)) => {
                    dynamic.file.class_name(cp).ok().map(|name| Owned::Class(name.into_owned()))
                }
                Some(Constant::String(_)) => dynamic.string_at(cp).map(Owned::Text),
                Some(Constant::Integer(value)) => Some(Owned::Int(*value)),
                Some(Constant::Dynamic { .. }) => {
                    self.enum_label(dynamic.caller, cp)?.map(|(class, name)| Owned::Enum(class, name))
                }
                _ => None,
            };
            match label {
                Some(label) => owned.push(label),
                None => return Ok(None),
            }
        }
        let names: Vec<String> = owned
            .iter()
            .map(|label| match label {
                Owned::Text(units) if kind == SwitchKind::Enum => String::from_utf16_lossy(units),
                _ => String::new(),
            })
            .collect();
        let labels: Vec<Label> = owned
            .iter()
            .zip(&names)
            .map(|(label, name)| match label {
                Owned::Class(class) => Label::Class(class),
                Owned::Text(_) if kind == SwitchKind::Enum => Label::EnumName(name),
                Owned::Text(units) => Label::String(units),
                Owned::Int(value) => Label::Integer(*value),
                Owned::Enum(class, name) => Label::Enum { class, name },
            })
            .collect();
        let class_name = self.made_name(dynamic.caller, "TypeSwitch");
        let target = site.parameters.first().copied().unwrap_or("Ljava/lang/Object;");
        let spec = SwitchSpec { class_name: class_name.clone(), kind, target, labels: &labels };
        let class = self.define_made(dynamic.caller, &class_name, switches::generate(&spec))?;
        self.call_made(class, kind.method(), dynamic, base)
    }

    /// A label `EnumDesc.of(ClassDesc.of(class), name)`, which compilers write as nested dynamic constants.
    fn enum_label(&mut self, caller: ClassId, cp: u16) -> Outcome<Option<(String, String)>> {
        let outer = self.read_dynamic(caller, cp)?;
        let invoked = outer.arguments.first().and_then(|&cp| outer.handle_at(cp));
        if !invoked.is_some_and(|handle| handle.owner == "java/lang/Enum$EnumDesc" && handle.name == "of") {
            return Ok(None);
        }
        let (Some(&class_cp), Some(name)) = (outer.arguments.get(1), outer.string(2)) else { return Ok(None) };
        if !matches!(outer.file.constants.get(class_cp as usize), Some(Constant::Dynamic { .. })) {
            return Ok(None);
        }
        let inner = self.read_dynamic(caller, class_cp)?;
        Ok(inner
            .string(1)
            .map(|class| (String::from_utf16_lossy(&class).replace('.', "/"), String::from_utf16_lossy(&name))))
    }
}

//! Rewrites a compiled class so that each invokedynamic of a well-known bootstrap method becomes a call of a class we made. That is how
//! whole programs test the generators on HotSpot: the program's output must not change. An invokedynamic (five bytes, the last two zero)
//! becomes an invokestatic of three bytes and two nops, so that offsets and stack maps stay as they are. Private members that method handles
//! name lose their flag, since only our machine makes the new classes nest mates.

use raddle_program::classfile::{ClassFile, Constant, access};
use raddle_program::synth::concat::{self, ConcatConstant, ConcatSpec};
use raddle_program::synth::lambda::{self, LambdaSpec};
use raddle_program::synth::record::{self, RecordSpec};
use raddle_program::synth::switches::{self, Label, SwitchKind, SwitchSpec};
use raddle_program::synth::writer::ClassWriter;
use raddle_program::synth::{Handle, SynthError};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};

/// The old verifier, which infers types, checks classes of this version; it needs no StackMapTable.
pub const INFERRED: u16 = 49;

/// What became of a class.
pub struct Relinked {
    /// The class itself.
    pub bytes: Vec<u8>,
    /// The classes made for it.
    pub made: Vec<(String, Vec<u8>)>,
}

/// A call site's replacement.
struct Target {
    class: String,
    method: String,
    descriptor: String,
}

/// Rewrites one class; `None` when it has no invokedynamic that we know.
pub fn relink(bytes: &[u8]) -> Option<Relinked> {
    let file = ClassFile::parse(bytes.to_vec().into()).unwrap();
    let mut site = Site { file: &file, made: Vec::new() };
    let mut patched = bytes.to_vec();
    let mut pool = PoolTail::new(&file);
    let mut targets: BTreeMap<u16, u16> = BTreeMap::new();
    for method in &file.methods {
        let Some(code) = file.code(method).unwrap() else {
            continue;
        };
        let start = code.code.start as usize;
        for pc in dynamic_calls(file.bytes(code.code)) {
            let at = start + pc;
            let index = u16::from_be_bytes([bytes[at + 1], bytes[at + 2]]);
            if let Entry::Vacant(entry) = targets.entry(index) {
                let Some(target) = site.make(index) else {
                    continue;
                };
                entry.insert(pool.method(&target));
            }
            patched[at] = 184;
            patched[at + 1..at + 3].copy_from_slice(&targets[&index].to_be_bytes());
        }
    }
    if targets.is_empty() {
        return None;
    }
    let made = site.made;
    let end = unprivate(&mut patched, &file);
    let mut result = patched[..8].to_vec();
    result.extend(pool.count.to_be_bytes());
    result.extend(&patched[10..end]);
    result.extend(pool.bytes);
    result.extend(&patched[end..]);
    Some(Relinked { bytes: result, made })
}

/// Clears the private flags of the members that method handles name; gives where the constant pool ends.
fn unprivate(bytes: &mut [u8], file: &ClassFile) -> usize {
    let named: HashSet<(&[u8], &[u8])> = file
        .constants
        .iter()
        .filter_map(|constant| match constant {
            Constant::MethodHandle { reference, .. } => Some(file.member_ref(*reference).unwrap()),
            _ => None,
        })
        .map(|member| (file.utf8(member.name).unwrap(), file.utf8(member.descriptor).unwrap()))
        .collect();
    let two = |bytes: &[u8], at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let four = |bytes: &[u8], at: usize| two(bytes, at) << 16 | two(bytes, at + 2);
    let mut at = 10;
    let mut index = 1;
    while index < two(bytes, 8) {
        let (len, slots) = match bytes[at] {
            1 => (3 + two(bytes, at + 1), 1),
            5 | 6 => (9, 2),
            7 | 8 | 16 | 19 | 20 => (3, 1),
            15 => (4, 1),
            _ => (5, 1),
        };
        at += len;
        index += slots;
    }
    let end = at;
    at += 8 + 2 * two(bytes, at + 6);
    for _ in 0..2 {
        let count = two(bytes, at);
        at += 2;
        for _ in 0..count {
            let flags = two(bytes, at) as u16;
            let name = file.utf8(two(bytes, at + 2) as u16).unwrap();
            let descriptor = file.utf8(two(bytes, at + 4) as u16).unwrap();
            if named.contains(&(name, descriptor)) {
                // An interface has only private and public methods.
                let public = if file.access & access::INTERFACE == 0 { 0 } else { access::PUBLIC };
                bytes[at..at + 2].copy_from_slice(&(flags & !access::PRIVATE | public).to_be_bytes());
            }
            let attributes = two(bytes, at + 6);
            at += 8;
            for _ in 0..attributes {
                at += 6 + four(bytes, at + 2);
            }
        }
    }
    end
}

/// Constants added behind those of a class.
struct PoolTail {
    count: u16,
    bytes: Vec<u8>,
}

impl PoolTail {
    fn new(file: &ClassFile) -> PoolTail {
        PoolTail { count: file.constants.len() as u16, bytes: Vec::new() }
    }

    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(content);
        self.count += 1;
        self.count - 1
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let mut content = (text.len() as u16).to_be_bytes().to_vec();
        content.extend(text.as_bytes());
        self.add(1, &content)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        let content = [first.to_be_bytes(), second.to_be_bytes()].concat();
        self.add(tag, &content)
    }

    fn method(&mut self, target: &Target) -> u16 {
        let name = self.utf8(&target.class);
        let class = self.add(7, &name.to_be_bytes());
        let name = self.utf8(&target.method);
        let descriptor = self.utf8(&target.descriptor);
        let member = self.pair(12, name, descriptor);
        self.pair(10, class, member)
    }
}

struct Site<'a> {
    file: &'a ClassFile,
    made: Vec<(String, Vec<u8>)>,
}

impl Site<'_> {
    fn text(&self, index: u16) -> String {
        self.file.text(index).unwrap().into_owned()
    }

    fn class_name(&self, index: u16) -> String {
        self.file.class_name(index).unwrap().into_owned()
    }

    fn method_type(&self, index: u16) -> String {
        match self.file.constant(index).unwrap() {
            Constant::MethodType(text) => self.text(text),
            other => panic!("{other:?} is no method type"),
        }
    }

    fn integer(&self, index: u16) -> i32 {
        match self.file.constant(index).unwrap() {
            Constant::Integer(value) => value,
            other => panic!("{other:?} is no int"),
        }
    }

    fn units(&self, index: u16) -> Vec<u16> {
        match self.file.constant(index).unwrap() {
            Constant::String(text) => {
                let bytes = self.file.utf8(text).unwrap();
                raddle_program::classfile::mutf8::decode_utf16(bytes).unwrap()
            }
            other => panic!("{other:?} is no string"),
        }
    }

    /// Kind, owner, name, descriptor, and whether the owner is an interface.
    fn handle(&self, index: u16) -> (u8, String, String, String, bool) {
        let Constant::MethodHandle { kind, reference } = self.file.constant(index).unwrap() else {
            panic!("no method handle");
        };
        let member = self.file.member_ref(reference).unwrap();
        (kind, self.class_name(member.class), self.text(member.name), self.text(member.descriptor), member.interface)
    }

    fn add(&mut self, name: &str, class: Result<ClassWriter, SynthError>, major: Option<u16>) {
        let mut class = class.unwrap();
        class.major = major.unwrap_or(class.major);
        let bytes = class.finish().unwrap();
        ClassFile::parse(bytes.clone().into()).unwrap();
        self.made.push((name.to_owned(), bytes));
    }

    /// Makes the class for an InvokeDynamic constant.
    fn make(&mut self, index: u16) -> Option<Target> {
        let Constant::InvokeDynamic { bootstrap, name_and_type } = self.file.constant(index).unwrap() else {
            panic!("no call site");
        };
        let (name, descriptor) = self.file.name_and_type(name_and_type).unwrap();
        let (name, descriptor) = (self.text(name), self.text(descriptor));
        let bootstrap = self.file.bootstrap_methods().unwrap().swap_remove(usize::from(bootstrap));
        let (_, owner, factory, ..) = self.handle(bootstrap.method);
        let host = self.class_name(self.file.this_class);
        let class = format!("{host}$$Made${}", self.made.len());
        let arguments = &bootstrap.arguments;
        match (owner.as_str(), factory.as_str()) {
            ("java/lang/invoke/LambdaMetafactory", _) => {
                self.lambda(&class, &host, &name, &descriptor, arguments);
                Some(Target { class, method: lambda::FACTORY.to_owned(), descriptor })
            }
            ("java/lang/invoke/StringConcatFactory", _) => {
                let recipe = (factory == "makeConcatWithConstants").then(|| self.units(arguments[0]));
                self.concat(&class, &descriptor, recipe, arguments);
                // A call site may return a supertype of String: that of `object += text` returns an Object.
                let (parameters, _) = descriptor.split_once(')').unwrap();
                let descriptor = format!("{parameters})Ljava/lang/String;");
                Some(Target { class, method: concat::METHOD.to_owned(), descriptor })
            }
            ("java/lang/runtime/ObjectMethods", _) => {
                self.record(&class, arguments);
                Some(Target { class, method: name, descriptor })
            }
            ("java/lang/runtime/SwitchBootstraps", _) => {
                let descriptor = self.switch(&class, &factory, &descriptor, arguments);
                Some(Target { class, method: factory, descriptor })
            }
            _ => None,
        }
    }

    fn lambda(&mut self, class: &str, host: &str, name: &str, descriptor: &str, arguments: &[u16]) {
        let site = raddle_program::classfile::descriptor::parse_method(descriptor).unwrap();
        let interface = site.result.strip_prefix('L').unwrap().strip_suffix(';').unwrap();
        let erased = self.method_type(arguments[0]);
        let (kind, owner, target, target_descriptor, is_interface) = self.handle(arguments[1]);
        let instantiated = self.method_type(arguments[2]);
        let flags = arguments.get(3).map_or(0, |index| self.integer(*index));
        let mut rest = arguments.iter().skip(4).copied();
        let mut list = |flag: i32| -> Vec<u16> {
            if flags & flag == 0 {
                return Vec::new();
            }
            let count = self.integer(rest.next().unwrap());
            rest.by_ref().take(count as usize).collect()
        };
        let (markers, bridges) = (list(2), list(4));
        let markers: Vec<String> = markers.iter().map(|index| self.class_name(*index)).collect();
        let markers: Vec<&str> = markers.iter().map(String::as_str).collect();
        let bridges: Vec<String> = bridges.iter().map(|index| self.method_type(*index)).collect();
        let bridges: Vec<&str> = bridges.iter().map(String::as_str).collect();
        let made = lambda::class(&LambdaSpec {
            class_name: class.to_owned(),
            caller: host,
            interface,
            method_name: name,
            captured: &site.parameters,
            erased_descriptor: &erased,
            instantiated_descriptor: &instantiated,
            implementation: Handle { kind, owner: &owner, name: &target, descriptor: &target_descriptor, is_interface },
            markers: &markers,
            bridges: &bridges,
            serializable: flags & 1 != 0,
        });
        // Code without jumps needs no stack maps, so that the current verifier checks it too.
        self.add(class, made, None);
    }

    fn concat(&mut self, class: &str, descriptor: &str, recipe: Option<Vec<u16>>, arguments: &[u16]) {
        let site = raddle_program::classfile::descriptor::parse_method(descriptor).unwrap();
        let texts: Vec<Vec<u16>> = arguments.iter().skip(1).map(|index| self.units(*index)).collect();
        let constants: Vec<_> = texts.iter().map(|text| ConcatConstant::Text(text)).collect();
        let made = concat::class(&ConcatSpec {
            class_name: class.to_owned(),
            recipe: recipe.as_deref(),
            arguments: &site.parameters,
            constants: &constants,
        });
        self.add(class, made, None);
    }

    fn record(&mut self, class: &str, arguments: &[u16]) {
        let record = self.class_name(arguments[0]);
        let fields: Vec<_> = arguments.iter().skip(2).map(|index| self.handle(*index)).collect();
        let components: Vec<_> =
            fields.iter().map(|(_, _, name, descriptor, _)| (name.as_str(), descriptor.as_str())).collect();
        let simple = record.rsplit(['/', '$']).next().unwrap();
        // The binary name of a local record has a number before the name.
        let simple = simple.trim_start_matches(|c: char| c.is_ascii_digit());
        let made = record::class(&RecordSpec {
            class_name: class.to_owned(),
            record: &record,
            simple_name: simple,
            components: &components,
        });
        self.add(class, made, Some(INFERRED));
    }

    fn switch(&mut self, class: &str, factory: &str, descriptor: &str, arguments: &[u16]) -> String {
        let kind = match factory {
            "typeSwitch" => SwitchKind::Type,
            "enumSwitch" => SwitchKind::Enum,
            other => panic!("{other}"),
        };
        let site = raddle_program::classfile::descriptor::parse_method(descriptor).unwrap();
        let read: Vec<OwnedLabel> = arguments.iter().map(|index| self.label(*index)).collect();
        let labels: Vec<Label> = read
            .iter()
            .map(|label| match label {
                OwnedLabel::Class(name) => Label::Class(name),
                OwnedLabel::Integer(value) => Label::Integer(*value),
                OwnedLabel::Primitive(descriptor) => Label::Primitive(descriptor),
                OwnedLabel::Enum(class, name) => Label::Enum { class, name },
                OwnedLabel::Text(_, text) if kind == SwitchKind::Enum => Label::EnumName(text),
                OwnedLabel::Text(units, _) => Label::String(units),
            })
            .collect();
        let spec = SwitchSpec { class_name: class.to_owned(), kind, target: site.parameters[0], labels: &labels };
        self.add(class, switches::class(&spec), Some(INFERRED));
        spec.descriptor()
    }

    fn label(&self, index: u16) -> OwnedLabel {
        match self.file.constant(index).unwrap() {
            Constant::Class(_) => OwnedLabel::Class(self.class_name(index)),
            Constant::Integer(value) => OwnedLabel::Integer(value),
            Constant::String(_) => {
                let units = self.units(index);
                let text = String::from_utf16_lossy(&units);
                OwnedLabel::Text(units, text)
            }
            Constant::Dynamic { name_and_type, .. } if self.dynamic_arguments(index).is_empty() => {
                // ConstantBootstraps.primitiveClass, with the descriptor as its name.
                let (name, _) = self.file.name_and_type(name_and_type).unwrap();
                OwnedLabel::Primitive(self.text(name))
            }
            // An EnumDesc: ConstantBootstraps.invoke of EnumDesc.of with a ClassDesc, made the same way, and a name.
            Constant::Dynamic { .. } => {
                let arguments = self.dynamic_arguments(index);
                let class = self.dynamic_arguments(arguments[1]);
                let [class, name] = [class[1], arguments[2]].map(|at| String::from_utf16(&self.units(at)).unwrap());
                OwnedLabel::Enum(class.replace('.', "/"), name)
            }
            other => panic!("label {other:?}"),
        }
    }

    fn dynamic_arguments(&self, index: u16) -> Vec<u16> {
        let Constant::Dynamic { bootstrap, .. } = self.file.constant(index).unwrap() else {
            panic!("no dynamic constant");
        };
        let mut all = self.file.bootstrap_methods().unwrap();
        all.swap_remove(usize::from(bootstrap)).arguments
    }
}

enum OwnedLabel {
    Primitive(String),
    Class(String),
    Integer(i32),
    Enum(String, String),
    Text(Vec<u16>, String),
}

/// The pcs of the invokedynamic instructions in a method's code.
fn dynamic_calls(code: &[u8]) -> Vec<usize> {
    let four = |at: usize| i32::from_be_bytes(code[at..at + 4].try_into().unwrap());
    let mut found = Vec::new();
    let mut pc = 0;
    while pc < code.len() {
        pc += match code[pc] {
            16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
            17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
            197 => 4,
            185 | 200 | 201 => 5,
            186 => {
                found.push(pc);
                5
            }
            196 if code[pc + 1] == 132 => 6,
            196 => 4,
            opcode @ (170 | 171) => {
                let operands = (pc + 4) & !3;
                let entries = if opcode == 170 {
                    4 + 4 * (four(operands + 8) - four(operands + 4) + 1)
                } else {
                    8 * four(operands + 4)
                };
                operands + 8 + entries as usize - pc
            }
            _ => 1,
        };
    }
    found
}

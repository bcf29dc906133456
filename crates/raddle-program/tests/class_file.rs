//! What the class file reader gives for files written by hand, and what it says of files that break
//! a rule: the words that `java` has for it.

mod jdk;

use raddle_program::classfile::{ClassFile, ClassFileError, Constant, access};

/// A class file in the making: `public class A extends Object` of version 61.
struct Writer {
    version: u16,
    pool: Vec<u8>,
    count: u16,
    access: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Vec<u16>,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    attributes: Vec<Vec<u8>>,
}

impl Writer {
    fn new() -> Writer {
        let mut writer = Writer {
            version: 61,
            pool: Vec::new(),
            count: 1,
            access: access::PUBLIC | access::SUPER,
            this_class: 0,
            super_class: 0,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            attributes: Vec::new(),
        };
        writer.this_class = writer.class("A");
        writer.super_class = writer.class("java/lang/Object");
        writer
    }

    /// Adds an entry of one slot.
    fn entry(&mut self, tag: u8, parts: &[&[u8]]) -> u16 {
        self.pool.push(tag);
        self.pool.extend(parts.concat());
        self.count += 1;
        self.count - 1
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let len = (text.len() as u16).to_be_bytes();
        self.entry(1, &[&len, text.as_bytes()])
    }

    fn one(&mut self, tag: u8, index: u16) -> u16 {
        self.entry(tag, &[&index.to_be_bytes()])
    }

    fn two(&mut self, tag: u8, first: u16, second: u16) -> u16 {
        self.entry(tag, &[&first.to_be_bytes(), &second.to_be_bytes()])
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.one(7, name)
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.two(12, name, descriptor)
    }

    fn attribute(&mut self, name: &str, content: &[u8]) -> Vec<u8> {
        let mut bytes = self.utf8(name).to_be_bytes().to_vec();
        bytes.extend((content.len() as u32).to_be_bytes());
        bytes.extend(content);
        bytes
    }

    fn member(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        words(&[access, name, descriptor, attributes.len() as u16], &attributes.concat())
    }

    fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let field = self.member(access, name, descriptor, &[]);
        self.fields.push(field);
    }

    fn method(&mut self, access: u16, name: &str, descriptor: &str, attributes: &[Vec<u8>]) {
        let method = self.member(access, name, descriptor, attributes);
        self.methods.push(method);
    }

    /// A Code attribute with two slots of stack and of locals.
    fn code(&mut self, code: &[u8], handlers: &[[u16; 4]], attributes: &[Vec<u8>]) -> Vec<u8> {
        let mut content = words(&[2, 2, 0, code.len() as u16], code);
        content.extend(words(&[handlers.len() as u16], &[]));
        content.extend(words(&handlers.concat(), &[]));
        content.extend(words(&[attributes.len() as u16], &attributes.concat()));
        self.attribute("Code", &content)
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = 0xCAFE_BABE_u32.to_be_bytes().to_vec();
        bytes.extend(words(&[0, self.version, self.count], &self.pool));
        bytes.extend(words(&[self.access, self.this_class, self.super_class], &[]));
        bytes.extend(words(&[self.interfaces.len() as u16], &words(&self.interfaces, &[])));
        for part in [&self.fields, &self.methods, &self.attributes] {
            bytes.extend(words(&[part.len() as u16], &part.concat()));
        }
        bytes
    }

    fn parse(&self) -> Result<ClassFile, ClassFileError> {
        ClassFile::parse(self.bytes().into())
    }

    /// What is said of the file when it is loaded as `A`.
    fn complaint(&self) -> String {
        self.parse().map(drop).unwrap_err().java_message("A")
    }
}

fn words(words: &[u16], then: &[u8]) -> Vec<u8> {
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    bytes.extend(then);
    bytes
}

/// The complaint about a file made by `change`.
fn complaint(change: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer::new();
    change(&mut writer);
    writer.complaint()
}

const RETURN: &[u8] = &[0xB1];

#[test]
fn members_code_and_attributes_are_read() {
    let mut writer = Writer::new();
    writer.field(access::PRIVATE, "count", "I");
    let lines = writer.attribute("LineNumberTable", &words(&[2, 0, 7, 1, 9], &[]));
    let (name, descriptor) = (writer.utf8("text"), writer.utf8("Ljava/lang/String;"));
    let variables = writer.attribute("LocalVariableTable", &words(&[1, 0, 2, name, descriptor, 1], &[]));
    let thrown = writer.class("java/lang/Throwable");
    let code = writer.code(&[0x00, 0xB1], &[[0, 1, 1, thrown]], &[lines, variables]);
    let exceptions = writer.attribute("Exceptions", &words(&[1, thrown], &[]));
    writer.method(access::PUBLIC, "run", "(I)V", &[code, exceptions]);
    let file = writer.utf8("A.java");
    let source = writer.attribute("SourceFile", &file.to_be_bytes());
    writer.attributes.push(source);

    let class = writer.parse().unwrap();
    assert_eq!((class.major, class.minor), (61, 0));
    assert_eq!(class.class_name(class.this_class).unwrap(), "A");
    assert_eq!(class.class_name(class.super_class).unwrap(), "java/lang/Object");
    assert_eq!(class.text(class.fields[0].name).unwrap(), "count");
    let method = &class.methods[0];
    assert_eq!(class.text(method.descriptor).unwrap(), "(I)V");
    assert_eq!(class.exceptions(method).unwrap(), [thrown]);
    let code = class.code(method).unwrap().unwrap();
    assert_eq!(class.bytes(code.code), [0x00, 0xB1]);
    assert_eq!(code.handlers[0].catch_type, thrown);
    let lines: Vec<_> = class.lines(&code).unwrap().iter().map(|line| (line.start, line.line)).collect();
    assert_eq!(lines, [(0, 7), (1, 9)]);
    let variable = class.local_variables(&code).unwrap()[0];
    assert_eq!((class.text(variable.name).unwrap().as_ref(), variable.slot), ("text", 1));
    assert_eq!(class.source_file(), Some(file));
    assert_eq!(class.nest_host(), None);
    assert_eq!(class.permitted_subclasses(), Ok(None));
}

#[test]
fn a_long_takes_two_entries_of_the_pool() {
    let mut writer = Writer::new();
    let long = writer.entry(5, &[&(-2_i64).to_be_bytes()]);
    writer.count += 1;
    let after = writer.utf8("after");
    let class = writer.parse().unwrap();
    assert_eq!(after, long + 2);
    assert_eq!(class.constant(long), Ok(Constant::Long(-2)));
    assert_eq!(class.constants[usize::from(long) + 1], Constant::Unusable);
    assert_eq!(class.text(after).unwrap(), "after");
    assert_eq!(
        class.text(long + 1).unwrap_err().java_message("A"),
        format!("Invalid constant pool index {} in class file A", long + 1)
    );
}

#[test]
fn a_reference_is_taken_apart() {
    let mut writer = Writer::new();
    let list = writer.class("java/util/List");
    let size = writer.name_and_type("size", "()I");
    let reference = writer.two(11, list, size);
    let class = writer.parse().unwrap();
    let member = class.member_ref(reference).unwrap();
    assert_eq!(class.class_name(member.class).unwrap(), "java/util/List");
    assert_eq!(class.text(member.name).unwrap(), "size");
    assert_eq!(class.text(member.descriptor).unwrap(), "()I");
    assert!(member.interface);
    assert!(class.member_ref(list).is_err());
}

#[test]
fn a_file_of_something_else_is_told_by_its_magic() {
    let error = ClassFile::parse(b"PK\x03\x04".to_vec().into()).unwrap_err();
    assert_eq!(error.java_message("A"), "Incompatible magic value 1347093252 in class file A");
    assert_eq!(error.to_string(), "Incompatible magic value 1347093252 in class file");
}

#[test]
fn versions_up_to_that_of_jdk_25_are_understood() {
    for version in [45, 52, 61, 69] {
        let mut writer = Writer::new();
        writer.version = version;
        assert_eq!(writer.parse().unwrap().major, version);
    }
    let complaint = complaint(|writer| writer.version = 70);
    assert_eq!(
        complaint,
        "A has been compiled by a more recent version of the Java Runtime (class file version 70.0), this version of \
         the Java Runtime only recognizes class file versions up to 69.0"
    );
    let mut old = Writer::new();
    old.version = 44;
    assert_eq!(old.parse().unwrap_err(), ClassFileError::UnsupportedVersion { major: 44, minor: 0 });
}

#[test]
fn every_cut_of_a_file_is_an_error() {
    let mut writer = Writer::new();
    let code = writer.code(RETURN, &[], &[]);
    writer.method(access::STATIC, "main", "()V", &[code]);
    let bytes = writer.bytes();
    for len in 0..bytes.len() {
        let error = ClassFile::parse(bytes[..len].to_vec().into()).unwrap_err();
        assert_eq!(error.java_message("A"), "Truncated class file", "cut at {len}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    let error = ClassFile::parse(longer.into()).unwrap_err();
    assert_eq!(error.java_message("A"), "Extra bytes at the end of class file A");
}

#[test]
fn constants_must_be_what_their_place_asks_for() {
    assert_eq!(complaint(|w| _ = w.entry(99, &[])), "Unknown constant tag 99 in class file A");
    assert_eq!(complaint(|w| _ = w.one(8, 2)), "Invalid constant pool index 2 in class file A");
    assert_eq!(complaint(|w| _ = w.one(7, 200)), "Invalid constant pool index 200 in class file A");
    assert_eq!(complaint(|w| _ = w.entry(1, &[&[0, 1, 0]])), "Illegal UTF8 string in constant pool in class file A");
    assert_eq!(complaint(|w| _ = w.class("a.b")), "Illegal class name \"a.b\" in class file A");
    assert_eq!(complaint(|w| _ = w.one(19, 1)), "Unknown constant tag 19 in class file A");
    assert_eq!(
        complaint(|w| {
            w.version = 50;
            w.one(16, 1);
        }),
        "Class file version does not support constant tag 16 in class file A"
    );
    assert_eq!(
        complaint(|w| {
            let pair = w.name_and_type("f", "()V");
            let class = w.this_class;
            w.two(9, class, pair);
        }),
        "Field \"f\" in class A has illegal signature \"()V\""
    );
    assert_eq!(
        complaint(|w| {
            let pair = w.name_and_type("<init>", "()I");
            let class = w.this_class;
            w.two(10, class, pair);
        }),
        "Method \"<init>\" in class A has illegal signature \"()I\""
    );
    assert_eq!(
        complaint(|w| {
            let pair = w.name_and_type("f", "()V");
            w.two(18, 0, pair);
        }),
        "Missing BootstrapMethods attribute in class file A"
    );
}

#[test]
fn the_class_itself_and_its_supertypes_are_checked() {
    assert_eq!(complaint(|w| w.this_class = 1), "Invalid constant pool index 1 in class file A");
    assert_eq!(complaint(|w| w.super_class = 0), "Invalid superclass index 0 in class file A");
    assert_eq!(complaint(|w| w.super_class = w.class("[I")), "Bad superclass name in class file A");
    assert_eq!(complaint(|w| w.access = access::FINAL | access::ABSTRACT), "Illegal class modifiers in class A: 0x410");
    assert_eq!(
        complaint(|w| {
            let first = w.class("java/lang/Runnable");
            let second = w.class("java/lang/Runnable");
            w.interfaces = vec![first, second];
        }),
        "Duplicate interface name \"java/lang/Runnable\" in class file A"
    );
}

#[test]
fn members_are_checked() {
    assert_eq!(
        complaint(|w| w.field(access::PUBLIC | access::PRIVATE, "f", "I")),
        "Illegal field modifiers in class A: 0x3"
    );
    assert_eq!(complaint(|w| w.field(0, "a/b", "I")), "Illegal field name \"a/b\" in class A");
    assert_eq!(
        complaint(|w| {
            w.field(0, "f", "I");
            w.field(0, "f", "I");
        }),
        "Duplicate field name \"f\" with signature \"I\" in class file A"
    );
    assert_eq!(complaint(|w| w.method(access::NATIVE, "<m>", "()V", &[])), "Illegal method name \"<m>\" in class A");
    assert_eq!(
        complaint(|w| w.method(access::ABSTRACT | access::FINAL, "m", "()V", &[])),
        "Method m in class A has illegal modifiers: 0x410"
    );
    assert_eq!(
        complaint(|w| w.method(0, "m", "()V", &[])),
        "Absent Code attribute in method that is not native or abstract in class file A"
    );
    assert_eq!(
        complaint(|w| {
            let code = w.code(RETURN, &[], &[]);
            w.method(access::NATIVE, "m", "()V", &[code]);
        }),
        "Code attribute in native or abstract methods in class file A"
    );
    let many = format!("({})V", "J".repeat(127) + "I");
    assert_eq!(
        complaint(|w| w.method(access::NATIVE, "m", &many, &[])),
        "Too many arguments in method signature in class file A"
    );
    let mut writer = Writer::new();
    writer.method(access::NATIVE | access::STATIC, "m", &many, &[]);
    assert!(writer.parse().is_ok());
}

#[test]
fn code_is_checked_as_far_as_its_tables_go() {
    let with_code = |code: &[u8], handlers: &[[u16; 4]], descriptor: &str| {
        complaint(|w| {
            let code = w.code(code, handlers, &[]);
            w.method(access::STATIC, "m", descriptor, &[code]);
        })
    };
    assert_eq!(with_code(&[], &[], "()V"), "Invalid method Code length 0 in class file A");
    assert_eq!(with_code(RETURN, &[[0, 2, 0, 0]], "()V"), "Illegal exception table range in class file A");
    assert_eq!(with_code(RETURN, &[[0, 0, 0, 0]], "()V"), "Illegal exception table range in class file A");
    assert_eq!(with_code(RETURN, &[[0, 1, 1, 0]], "()V"), "Illegal exception table handler in class file A");
    assert_eq!(with_code(RETURN, &[], "(JI)V"), "Arguments can't fit into locals in class file A");
    assert_eq!(
        complaint(|w| {
            let lines = w.attribute("LineNumberTable", &words(&[1, 1, 7], &[]));
            let code = w.code(RETURN, &[], &[lines]);
            w.method(access::STATIC, "m", "()V", &[code]);
        }),
        "Invalid pc in LineNumberTable in class file A"
    );
}

#[test]
fn all_classes_of_the_jdks_here_are_well_formed() {
    for jdk in jdk::all_jdks() {
        for resource in jdk.image.resources() {
            let resource = resource.unwrap();
            if resource.extension() != "class" {
                continue;
            }
            if let Err(error) = ClassFile::parse(resource.bytes().unwrap()) {
                panic!("{} of {}: {error}", resource.name(), jdk.home.display());
            }
        }
    }
}

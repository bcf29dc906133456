//! A small assembler: class `T` with one method, out of instructions written as text.

use raddle_program::classfile::ClassFile;
use raddle_program::opcode::{self, MNEMONICS};
use raddle_program::verify::{Hierarchy, Request, Verified, VerifyError, verify};
use std::collections::HashMap;

/// What is assembled. Each line of `code` is an instruction with its operands, a label (`again:`),
/// `.catch FROM TO TARGET CLASS` (`any` for all) or `.byte N...`; members are written
/// `Class.name:descriptor` and `Class.name(descriptor)result`.
pub struct Method<'a> {
    pub name: &'a str,
    pub descriptor: &'a str,
    pub is_static: bool,
    pub max_stack: u16,
    pub max_locals: u16,
    pub major: u16,
    pub code: &'a str,
}

impl<'a> Method<'a> {
    /// A static method of class file version 49 with four stack slots and four locals.
    pub fn new(descriptor: &'a str, code: &'a str) -> Self {
        Method { name: "m", descriptor, is_static: true, max_stack: 4, max_locals: 4, major: 49, code }
    }

    /// A constructor.
    pub fn constructor(code: &'a str) -> Self {
        Method { name: "<init>", is_static: false, ..Method::new("()V", code) }
    }

    /// Assembles and verifies.
    pub fn verify(&self, hierarchy: &dyn Hierarchy) -> Result<Verified, VerifyError> {
        let file = ClassFile::parse(self.assemble().into()).expect("a class file");
        let method = &file.methods[0];
        let code = file.code(method).expect("a code attribute").expect("code");
        verify(&Request { file: &file, method, code: &code, hierarchy })
    }

    /// The class file of class `T`, which extends `java/lang/Object` and has an int field `x`.
    pub fn assemble(&self) -> Vec<u8> {
        let mut pool = Pool::default();
        let this = pool.class("T");
        let superclass = pool.class("java/lang/Object");
        let field = (pool.utf8("x"), pool.utf8("I"));
        let method = (pool.utf8(self.name), pool.utf8(self.descriptor));
        let attribute = pool.utf8("Code");
        let (code, handlers) = Assembly::assemble(self.code, &mut pool);
        let mut file = Vec::new();
        let u16s = |file: &mut Vec<u8>, values: &[u16]| {
            file.extend(values.iter().flat_map(|value| value.to_be_bytes()));
        };
        u16s(&mut file, &[0xCAFE, 0xBABE, 0, self.major, pool.count + 1]);
        file.extend(&pool.bytes);
        u16s(&mut file, &[0x0021, this, superclass, 0]);
        u16s(&mut file, &[1, 0x0001, field.0, field.1, 0]);
        let access = 0x0001 | if self.is_static { 0x0008 } else { 0 };
        u16s(&mut file, &[1, access, method.0, method.1, 1, attribute]);
        let length = 12 + code.len() + handlers.len() * 8;
        file.extend((length as u32).to_be_bytes());
        u16s(&mut file, &[self.max_stack, self.max_locals]);
        file.extend((code.len() as u32).to_be_bytes());
        file.extend(code);
        u16s(&mut file, &[handlers.len() as u16]);
        for handler in handlers {
            u16s(&mut file, &handler);
        }
        u16s(&mut file, &[0, 0]);
        file
    }
}

/// A constant pool in the making.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    count: u16,
    known: HashMap<Vec<u8>, u16>,
}

impl Pool {
    fn entry(&mut self, tag: u8, content: &[u8]) -> u16 {
        let entry = [&[tag], content].concat();
        if let Some(index) = self.known.get(&entry) {
            return *index;
        }
        self.bytes.extend(&entry);
        let index = self.count + 1;
        self.count += if matches!(tag, 5 | 6) { 2 } else { 1 };
        self.known.insert(entry, index);
        index
    }

    fn pair(&mut self, tag: u8, a: u16, b: u16) -> u16 {
        self.entry(tag, &[a.to_be_bytes(), b.to_be_bytes()].concat())
    }

    fn utf8(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.entry(1, &[&length, text.as_bytes()].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.entry(7, &name.to_be_bytes())
    }

    fn member(&mut self, tag: u8, text: &str) -> u16 {
        let (class, member) = text.split_once('.').expect("Class.member");
        let at = member.find(['(', ':']).expect("a descriptor");
        let (name, descriptor) = (&member[..at], member[at..].trim_start_matches(':'));
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, name, descriptor);
        let class = self.class(class);
        self.pair(tag, class, name_and_type)
    }

    fn constant(&mut self, kind: &str, value: &str) -> u16 {
        match kind {
            "int" => self.entry(3, &value.parse::<i32>().expect("an int").to_be_bytes()),
            "float" => self.entry(4, &value.parse::<f32>().expect("a float").to_be_bytes()),
            "long" => self.entry(5, &value.parse::<i64>().expect("a long").to_be_bytes()),
            "double" => self.entry(6, &value.parse::<f64>().expect("a double").to_be_bytes()),
            "class" => self.class(value),
            "string" => {
                let text = self.utf8(value);
                self.entry(8, &text.to_be_bytes())
            }
            _ => panic!("no constant {kind}"),
        }
    }
}

/// Code in the making.
#[derive(Default)]
struct Assembly<'a> {
    code: Vec<u8>,
    labels: HashMap<&'a str, usize>,
    /// Offsets to fill in: where, in how many bytes, from which instruction, to which label.
    jumps: Vec<(usize, usize, usize, &'a str)>,
}

impl<'a> Assembly<'a> {
    /// The code and the exception table.
    fn assemble(text: &'a str, pool: &mut Pool) -> (Vec<u8>, Vec<[u16; 4]>) {
        let mut assembly = Assembly::default();
        let mut catches = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [label] if label.ends_with(':') => {
                    let at = assembly.code.len();
                    assembly.labels.insert(label.trim_end_matches(':'), at);
                }
                [".catch", from, to, target, class] => catches.push((from, to, target, class)),
                [".byte", ref bytes @ ..] => {
                    let bytes = bytes.iter().map(|byte| byte.parse::<u8>().expect("a byte"));
                    assembly.code.extend(bytes);
                }
                [mnemonic, ref operands @ ..] => assembly.instruction(mnemonic, operands, pool),
                [] => {}
            }
        }
        assembly.patch();
        let at = |label: &str| assembly.target(label) as u16;
        let handlers = catches
            .iter()
            .map(|(from, to, target, class)| {
                let class = if *class == "any" { 0 } else { pool.class(class) };
                [at(from), at(to), at(target), class]
            })
            .collect();
        (assembly.code, handlers)
    }

    /// Where a label or a number points.
    fn target(&self, label: &str) -> i64 {
        match self.labels.get(label) {
            Some(at) => *at as i64,
            None => label.parse().expect("a label or an offset"),
        }
    }

    fn patch(&mut self) {
        for (at, size, from, label) in std::mem::take(&mut self.jumps) {
            let offset = (self.target(label) - from as i64) as i32;
            self.code[at..at + size].copy_from_slice(&offset.to_be_bytes()[4 - size..]);
        }
    }

    fn jump(&mut self, from: usize, size: usize, label: &'a str) {
        self.jumps.push((self.code.len(), size, from, label));
        self.code.extend(vec![0; size]);
    }

    fn u8(&mut self, number: &str) {
        self.code.push(number.parse::<i16>().expect("a number") as u8);
    }

    fn u16(&mut self, number: &str) {
        let number = number.parse::<i32>().expect("a number") as u16;
        self.code.extend(number.to_be_bytes());
    }

    fn i32(&mut self, number: i32) {
        self.code.extend(number.to_be_bytes());
    }

    fn instruction(&mut self, mnemonic: &str, operands: &[&'a str], pool: &mut Pool) {
        let from = self.code.len();
        let code = MNEMONICS.iter().position(|name| *name == mnemonic);
        self.code.push(code.unwrap_or_else(|| panic!("no instruction {mnemonic}")) as u8);
        match (self.code[from], operands) {
            (opcode::WIDE, [name, operands @ ..]) => {
                let code = MNEMONICS.iter().position(|other| other == name);
                self.code.push(code.expect("an instruction") as u8);
                operands.iter().for_each(|operand| self.u16(operand));
            }
            (opcode::SIPUSH, [number]) => self.u16(number),
            (opcode::LDC, [kind, value]) => {
                let index = pool.constant(kind, value);
                self.code.push(index as u8);
            }
            (opcode::LDC_W | opcode::LDC2_W, [kind, value]) => {
                let index = pool.constant(kind, value);
                self.code.extend(index.to_be_bytes());
            }
            (opcode::TABLESWITCH, [low, default, labels @ ..]) => {
                let low: i32 = low.parse().expect("a number");
                self.code.resize((from + 4) & !3, 0);
                self.jump(from, 4, default);
                self.i32(low);
                self.i32(low + labels.len() as i32 - 1);
                labels.iter().for_each(|label| self.jump(from, 4, label));
            }
            (opcode::LOOKUPSWITCH, [default, cases @ ..]) => {
                self.code.resize((from + 4) & !3, 0);
                self.jump(from, 4, default);
                self.i32(cases.len() as i32);
                for case in cases {
                    let (key, label) = case.split_once(':').expect("key:label");
                    self.i32(key.parse().expect("a number"));
                    self.jump(from, 4, label);
                }
            }
            (opcode::GETSTATIC..=opcode::PUTFIELD, [field]) => {
                let index = pool.member(9, field);
                self.code.extend(index.to_be_bytes());
            }
            (opcode::INVOKEVIRTUAL..=opcode::INVOKESTATIC, [method]) => {
                let index = pool.member(10, method);
                self.code.extend(index.to_be_bytes());
            }
            (opcode::INVOKEINTERFACE, [method, count]) => {
                let index = pool.member(11, method);
                self.code.extend(index.to_be_bytes());
                self.u8(count);
                self.code.push(0);
            }
            (opcode::NEW | opcode::ANEWARRAY | opcode::CHECKCAST | opcode::INSTANCEOF, [class]) => {
                let index = pool.class(class);
                self.code.extend(index.to_be_bytes());
            }
            (opcode::MULTIANEWARRAY, [class, dimensions]) => {
                let index = pool.class(class);
                self.code.extend(index.to_be_bytes());
                self.u8(dimensions);
            }
            (opcode::GOTO_W | opcode::JSR_W, [label]) => self.jump(from, 4, label),
            (opcode::IFEQ..=opcode::JSR | opcode::IFNULL | opcode::IFNONNULL, [label]) => {
                self.jump(from, 2, label);
            }
            (_, operands) => operands.iter().for_each(|operand| self.u8(operand)),
        }
    }
}

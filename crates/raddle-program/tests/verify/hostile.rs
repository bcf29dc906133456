//! Class files broken at random anywhere, not just in their code: whatever comes of it, it is no
//! panic and takes no long time.

use crate::assembler::Method;
use crate::hierarchy::Ignorance;
use crate::jdk;
use crate::random::Random;
use raddle_program::classfile::ClassFile;
use raddle_program::npe_message::npe_message;
use raddle_program::opcode::Code;
use raddle_program::verify::{Request, verify};
use std::time::{Duration, Instant};

const MUTANTS: usize = 5000;

/// Verifies all methods and asks for the message of each of their instructions.
fn exercise(file: &ClassFile) {
    for method in &file.methods {
        let Ok(Some(code)) = file.code(method) else {
            continue;
        };
        // Most are refused; only that an answer comes matters.
        let _ = verify(&Request { file, method, code: &code, hierarchy: &Ignorance });
        let bytes = Code(file.bytes(code.code));
        let mut pc = 0;
        while let Some(len) = bytes.len_at(pc).filter(|_| pc < 300) {
            npe_message(file, method, &code, pc as u16);
            pc += len;
        }
    }
}

#[test]
fn broken_class_files_cause_no_panic() {
    let classes = jdk::classes(|module| module == "java.base");
    let mut random = Random(0xBAD_C0DE);
    let mut parsed = 0;
    while parsed < MUTANTS {
        let mut bytes = classes[random.below(classes.len())].file().to_vec();
        if bytes.len() > 4000 {
            continue;
        }
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        if let Ok(file) = ClassFile::parse(bytes.into()) {
            exercise(&file);
            parsed += 1;
        }
    }
}

#[test]
fn random_code_causes_no_panic() {
    let mut random = Random(0xC0DE);
    for _ in 0..MUTANTS {
        let bytes: Vec<String> = (0..1 + random.below(60)).map(|_| (random.next() as u8 % 204).to_string()).collect();
        let code = format!(".byte {}", bytes.join(" "));
        let method = Method::new("(ILjava/lang/Object;)V", &code);
        exercise(&ClassFile::parse(method.assemble().into()).expect("a class file"));
    }
}

/// Each turn of the loop moves what is known one local further, and every local can take many
/// types, one after another.
#[test]
fn slow_code_is_judged_in_time() {
    const LOCALS: usize = 250;
    let mut code = String::new();
    for local in 0..LOCALS {
        code += &format!("aconst_null\n checkcast C{local}\n astore {local}\n");
    }
    code += "again:\n";
    for local in (1..LOCALS).rev() {
        let from = local - 1;
        code += &format!("iconst_0\n ifeq l{local}\n aload {from}\n astore {local}\n l{local}:\n");
    }
    let code = code + &format!("aload {}\n astore 0\n goto again", LOCALS - 1);
    let method = Method { max_locals: LOCALS as u16, ..Method::new("()V", &code) };
    let start = Instant::now();
    assert!(method.verify(&Ignorance).is_ok());
    assert!(start.elapsed() < Duration::from_secs(20));
}

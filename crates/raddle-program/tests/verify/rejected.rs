//! Code that breaks a rule, each with HotSpot's word for it.

use crate::assembler::Method;
use crate::hierarchy::{Ignorance, Known};
use raddle_program::verify::{Verified, VerifyError};

fn error(method: &Method<'_>) -> VerifyError {
    match method.verify(&Ignorance) {
        Ok(_) => panic!("accepted:\n{}", method.code),
        Err(error) => error,
    }
}

/// Each code, of a static method with that descriptor, must be refused with the message.
fn all(message: &str, codes: &[(&str, &str)]) {
    for (descriptor, code) in codes {
        assert_eq!(error(&Method::new(descriptor, code)).message, message, "{code}");
    }
}

#[test]
fn the_error_says_what_is_wrong_and_where() {
    let error = error(&Method::new("()V", "iconst_0\n invokestatic A.f(LB;)V\n return"));
    assert_eq!(
        error.to_string(),
        "Bad type on operand stack\nException Details:\n  Location:\n    T.m()V @1: invokestatic\n  Reason:\n    \
         Type integer (current frame, stack[0]) is not assignable to 'B'"
    );
}

#[test]
fn an_int_is_no_reference_and_a_reference_no_int() {
    all(
        "Bad type on operand stack",
        &[
            ("()V", "iconst_0\n monitorenter\n return"),
            ("()V", "iconst_0\n aconst_null\n if_acmpeq 0\n return"),
            ("()V", "aconst_null\n iconst_0\n iadd\n return"),
            ("()Ljava/lang/Object;", "iconst_0\n areturn"),
            ("()I", "aconst_null\n ireturn"),
            ("()I", "fconst_0\n ireturn"),
            ("()V", "iconst_0\n athrow"),
            ("()V", "iconst_0\n astore_0\n return"),
            ("()V", "aconst_null\n istore_0\n return"),
            ("()V", "iconst_0\n getfield A.x:I\n return"),
            ("()V", "aconst_null\n putstatic A.x:I\n return"),
            ("()V", "iconst_0\n putstatic A.x:LB;\n return"),
            ("()V", "aconst_null\n aconst_null\n putfield A.x:I\n return"),
            ("()V", "iconst_0\n iconst_0\n putfield A.x:I\n return"),
            ("()V", "iconst_0\n invokevirtual A.f()V\n return"),
            ("()V", "iconst_0\n invokeinterface A.f()V 1\n return"),
            ("()V", "aconst_null\n invokestatic A.f(I)V\n return"),
            ("()V", "iconst_0\n invokestatic A.f(J)V\n return"),
            ("()V", "iconst_0\n iconst_0\n invokestatic A.f(J)V\n return"),
            ("()V", "iconst_0\n checkcast A\n return"),
            ("()V", "iconst_0\n instanceof A\n return"),
            ("()V", "aconst_null\n newarray 10\n return"),
            ("()V", "aconst_null\n anewarray A\n return"),
            ("()V", "aconst_null\n tableswitch 0 0 0"),
            ("()V", "fconst_0\n ifeq 0\n return"),
            ("()V", "iconst_0\n ifnull 0\n return"),
        ],
    );
}

#[test]
fn a_long_is_not_torn_apart() {
    all(
        "Bad type on operand stack",
        &[
            ("()V", "lconst_0\n pop\n return"),
            ("()V", "lconst_0\n dup\n return"),
            ("()V", "lconst_0\n iconst_0\n swap\n return"),
            ("()V", "iconst_0\n lconst_0\n dup_x1\n return"),
            ("()V", "lconst_0\n iconst_0\n pop2\n return"),
            ("()V", "lconst_0\n iconst_0\n dup_x1\n return"),
            ("()V", "lconst_0\n iconst_0\n dup2\n return"),
            ("()V", "lconst_0\n dstore_0\n return"),
            ("()V", "lconst_0\n l2i\n l2i\n return"),
        ],
    );
    all(
        "Bad local variable type",
        &[
            ("()V", "lconst_0\n lstore_0\n iconst_0\n istore_1\n lload_0\n return"),
            ("()V", "lconst_0\n lstore_1\n iconst_0\n istore_1\n lload_1\n return"),
            ("()V", "lconst_0\n lstore_1\n lconst_0\n lstore_0\n lload_1\n return"),
            ("()V", "lconst_0\n lstore_0\n lconst_0\n lstore_1\n lload_0\n return"),
            ("()V", "lconst_0\n lstore_0\n iload_1\n return"),
            ("()V", "lconst_0\n lstore_0\n dload_0\n return"),
        ],
    );
}

#[test]
fn a_local_is_read_only_as_what_was_written() {
    all(
        "Bad local variable type",
        &[
            ("()V", "iload_0\n return"),
            ("()V", "aload_3\n return"),
            ("(I)V", "aload_0\n return"),
            ("(LA;)V", "iload_0\n return"),
            ("(F)V", "iinc 0 1\n return"),
            ("(F)V", "wide iinc 0 1\n return"),
            ("(I)V", "iload_0\n ifeq l\n iconst_0\n istore_1\n l:\n iload_1\n return"),
            ("(II)V", "iload_0\n ifeq l\n fconst_0\n fstore_1\n l:\n iload_1\n return"),
            ("(LA;I)V", "iload_1\n ifeq l\n iconst_0\n istore_0\n l:\n aload_0\n return"),
            (
                "()V",
                "s:\n iconst_0\n istore_0\n invokestatic A.f()V\n return\n h:\n iload_0\n return\n .catch s h h any",
            ),
            ("(I)V", "ret 0\n return"),
            ("()V", "jsr s\n return\n s:\n astore_0\n aload_0\n return"),
        ],
    );
}

#[test]
fn the_stack_neither_underflows_nor_overflows() {
    all(
        "Operand stack underflow",
        &[
            ("()V", "pop\n return"),
            ("()V", "iconst_0\n pop2\n return"),
            ("()V", "dup\n return"),
            ("()V", "iconst_0\n dup_x1\n return"),
            ("()V", "iconst_0\n iadd\n return"),
            ("()I", "ireturn"),
            ("()V", "invokestatic A.f(I)V\n return"),
            ("()V", "invokevirtual A.f()V\n return"),
        ],
    );
    all(
        "Operand stack overflow",
        &[
            ("()V", "iconst_0\n iconst_0\n iconst_0\n iconst_0\n iconst_0\n return"),
            ("()V", "lconst_0\n lconst_0\n dup2\n return"),
            ("()V", "iconst_0\n lconst_0\n lconst_0\n return"),
        ],
    );
    let handler_without_stack =
        Method { max_stack: 0, ..Method::new("()V", "s:\n return\n e:\n return\n .catch s e e any") };
    assert_eq!(error(&handler_without_stack).message, "Operand stack overflow");
}

#[test]
fn paths_that_meet_have_the_same_stack() {
    all(
        "Inconsistent stackmap frames at branch target",
        &[
            ("(I)V", "l:\n iconst_0\n goto l"),
            ("(I)V", "iload_0\n ifeq l\n iconst_0\n l:\n return"),
            ("(I)V", "iload_0\n ifeq a\n iconst_0\n goto b\n a:\n fconst_0\n b:\n return"),
            ("(I)V", "iload_0\n ifeq a\n iconst_0\n goto b\n a:\n aconst_null\n b:\n return"),
            ("()V", "s:\n nop\n h:\n return\n .catch s h h any"),
            ("()V", "jsr s\n iconst_0\n jsr s\n return\n s:\n astore_0\n ret 0"),
        ],
    );
}

#[test]
fn control_stays_on_instructions_of_the_code() {
    all(
        "Control flow falls through code end",
        &[("()V", "nop"), ("()V", "l:\n iconst_0\n ifeq l"), ("()V", "goto l\n s:\n astore_0\n ret 0\n l:\n jsr s")],
    );
    all(
        "Illegal target of jump or branch",
        &[
            ("()V", "goto 1\n return"),
            ("()V", "goto -1\n return"),
            ("()V", "goto 100\n return"),
            ("()V", "goto_w 70000\n return"),
            ("()V", "return\n goto 2"),
            ("()V", "iconst_0\n tableswitch 0 0 1 2"),
            ("()V", "iconst_0\n lookupswitch 0 1:2"),
            ("()V", "jsr 2\n return"),
        ],
    );
    all(
        "Bad instruction",
        &[
            ("()V", ".byte 202"),
            ("()V", ".byte 186"),
            ("()V", "return\n .byte 255"),
            ("()V", "return\n .byte 17 0"),
            ("()V", ".byte 196 0 0 0"),
            ("()V", "newarray 3\n return"),
            ("()V", "iconst_0\n lookupswitch 0 2:0 1:0"),
            ("()V", "iconst_0\n lookupswitch 0 1:0 1:0"),
            ("()V", "iconst_0\n .byte 170 0 0 0 0 0 0 0 0 0 5 0 0 0 0"),
            ("()V", "iconst_0\n .byte 171 0 0 0 0 0 0 255 255 255 255"),
            ("()V", "iconst_0\n .byte 171 0 0 0 0 0 0 127 255 255 255"),
        ],
    );
}

#[test]
fn old_switches_are_padded_with_zeros() {
    let code = "iconst_0
        .byte 171 0 1
        .byte 0 0 0 11 0 0 0 0
        return";
    let message = "Nonzero padding byte in lookupswitch or tableswitch";
    assert_eq!(error(&Method::new("()V", code)).message, message);
    let method = Method { major: 51, ..Method::new("()V", code) };
    assert_eq!(method.verify(&Ignorance), Ok(Verified::default()));
}

#[test]
fn exception_ranges_are_of_whole_instructions() {
    all(
        "Illegal exception table range",
        &[("()V", "sipush 5\n return\n .catch 1 4 0 any"), ("()V", "sipush 5\n return\n .catch 0 2 0 any")],
    );
    all("Illegal exception table handler", &[("()V", "sipush 5\n return\n .catch 0 3 2 any")]);
}

#[test]
fn operands_name_what_they_should() {
    all(
        "Local index is invalid",
        &[("()V", "iload 4\n return"), ("()V", "return\n lload_3"), ("()V", "wide iload 400")],
    );
    all(
        "Illegal type at constant pool entry",
        &[
            ("()V", ".byte 18 0\n return"),
            ("()V", "ldc2_w int 5\n return"),
            ("()V", "ldc_w long 5\n return"),
            ("()V", ".byte 178 0 2"),
            ("()V", ".byte 182 0 2"),
            ("()V", ".byte 187 0 1"),
            ("()V", ".byte 187 255 255"),
            ("()V", "return\n .byte 187 255 255"),
        ],
    );
    all("Illegal new instruction", &[("()V", "new [I\n return")]);
    all(
        "Illegal dimension in multianewarray",
        &[
            ("()V", "iconst_0\n multianewarray [I 0\n return"),
            ("()V", "iconst_0\n iconst_0\n multianewarray [I 2\n return"),
            ("()V", "iconst_0\n multianewarray A 1\n return"),
        ],
    );
    all(
        "Inconsistent args count operand in invokeinterface",
        &[("()V", "aconst_null\n invokeinterface A.f()V 2\n return")],
    );
    all("Illegal call to internal method", &[("()V", "aconst_null\n invokevirtual A.<init>()V\n return")]);
    let many = format!("aconst_null\n {} invokevirtual A.f({})V\n return", "iconst_0\n".repeat(255), "I".repeat(255));
    let many = Method { max_stack: 256, ..Method::new("()V", &many) };
    assert_eq!(error(&many).message, "Too many arguments in method signature");
}

#[test]
fn a_method_returns_what_its_descriptor_says() {
    all(
        "Wrong return type in function",
        &[
            ("()I", "return"),
            ("()V", "iconst_0\n ireturn"),
            ("()J", "iconst_0\n ireturn"),
            ("()LA;", "iconst_0\n ireturn"),
            ("()I", "aconst_null\n areturn"),
        ],
    );
}

#[test]
fn arrays_are_used_as_what_they_are() {
    all(
        "Bad type on operand stack",
        &[
            ("([J)V", "aload_0\n iconst_0\n iaload\n return"),
            ("([I)V", "aload_0\n iconst_0\n aaload\n return"),
            ("([LA;)V", "aload_0\n iconst_0\n iaload\n return"),
            ("(LA;)V", "aload_0\n iconst_0\n iaload\n return"),
            ("(LA;)V", "aload_0\n arraylength\n return"),
            ("([C)V", "aload_0\n iconst_0\n baload\n return"),
            ("([[I)V", "aload_0\n iconst_0\n iconst_0\n iastore\n return"),
            ("([LA;)V", "aload_0\n iconst_0\n iconst_0\n aastore\n return"),
            ("([I)V", "aload_0\n iconst_0\n aconst_null\n aastore\n return"),
            ("([I)V", "aload_0\n fconst_0\n iconst_0\n iastore\n return"),
            ("([D)V", "aload_0\n iconst_0\n lconst_0\n dastore\n return"),
            ("([I)[J", "aload_0\n areturn"),
            ("([[I)[[J", "aload_0\n areturn"),
            ("([I)[Ljava/lang/Object;", "aload_0\n areturn"),
            ("([I)LA;", "aload_0\n areturn"),
            ("(Ljava/lang/Object;)[I", "aload_0\n areturn"),
            ("([I[JI)V", "iload_2\n ifeq a\n aload_0\n goto b\n a:\n aload_1\n b:\n iconst_0\n iaload\n return"),
        ],
    );
}

#[test]
fn an_object_is_not_used_before_its_constructor_ran() {
    all(
        "Bad type on operand stack",
        &[
            ("()LA;", "new A\n areturn"),
            ("()V", "new A\n invokevirtual A.f()V\n return"),
            ("()V", "new A\n invokestatic B.f(LA;)V\n return"),
            ("()V", "new A\n getfield A.x:I\n return"),
            ("()V", "new A\n iconst_0\n putfield A.x:I\n return"),
            ("()V", "new A\n putstatic B.x:LA;\n return"),
            ("()V", "new A\n checkcast A\n return"),
            ("()V", "new A\n athrow"),
            ("([LA;)V", "aload_0\n iconst_0\n new A\n aastore\n return"),
            ("(LA;)V", "aload_0\n invokespecial A.<init>()V\n return"),
            ("()V", "aconst_null\n invokespecial A.<init>()V\n return"),
            ("()V", "new A\n dup\n invokespecial A.<init>()V\n invokespecial A.<init>()V\n return"),
        ],
    );
    all("Bad <init> method call", &[("()V", "new A\n invokespecial B.<init>()V\n return")]);
}

/// The object of the second call must not make that of the first count as initialised.
#[test]
fn an_uninitialised_object_is_not_kept_over_the_next_new() {
    let kept_in_a_local = "jsr make
        aload_0
        astore_2
        jsr make
        aload_0
        invokespecial A.<init>()V
        aload_2
        invokevirtual A.f()V
        return
        make:
        astore_1
        new A
        astore_0
        ret 1";
    all("Bad local variable type", &[("()V", kept_in_a_local)]);
    let kept_on_the_stack = "aconst_null
        jsr make
        pop
        aload_0
        jsr make
        return
        make:
        astore_1
        new A
        astore_0
        ret 1";
    all("Uninitialized object exists on backward branch", &[("()V", kept_on_the_stack)]);
}

#[test]
fn a_constructor_calls_another_before_it_returns_or_uses_its_object() {
    for (code, message) in [
        ("return", "Constructor must call super() or this() before return"),
        (
            "iconst_0\n ifeq l\n aload_0\n invokespecial java/lang/Object.<init>()V\n l:\n return",
            "Constructor must call super() or this() before return",
        ),
        (
            "s:\n aload_0\n invokespecial java/lang/Object.<init>()V\n return\n h:\n return\n .catch s h h any",
            "Constructor must call super() or this() before return",
        ),
        ("aload_0\n invokespecial A.<init>()V\n return", "Bad <init> method call"),
        ("aload_0\n invokevirtual T.f()V\n return", "Bad type on operand stack"),
        ("aload_0\n getfield T.x:I\n return", "Bad type on operand stack"),
        ("aload_0\n iconst_0\n putfield T.y:I\n return", "Bad type on operand stack"),
        ("aload_0\n iconst_0\n putfield A.x:I\n return", "Bad type on operand stack"),
        ("aload_0\n putstatic A.x:Ljava/lang/Object;\n return", "Bad type on operand stack"),
    ] {
        assert_eq!(error(&Method::constructor(code)).message, message, "{code}");
    }
}

#[test]
fn what_is_known_to_be_wrong_is_refused() {
    let mut known = Known::default();
    known.add_class("java/lang/Object", None);
    known.add_class("java/lang/Throwable", Some("java/lang/Object"));
    known.add_class("T", Some("java/lang/Object"));
    known.add_class("A", Some("java/lang/Object"));
    known.add_class("B", Some("A"));
    for (descriptor, code, message) in [
        ("(LA;)LB;", "aload_0\n areturn", "Bad type on operand stack"),
        ("([LA;)[LB;", "aload_0\n areturn", "Bad type on operand stack"),
        ("(LA;)V", "aload_0\n athrow", "Bad type on operand stack"),
        (
            "(LA;LB;I)LB;",
            "iload_2\n ifeq a\n aload_0\n goto b\n a:\n aload_1\n b:\n areturn",
            "Bad type on operand stack",
        ),
        (
            "()V",
            "s:\n return\n h:\n pop\n return\n .catch s h h A",
            "Catch type is not a subclass of Throwable in exception handler",
        ),
        (
            "(LT;)V",
            "aload_0\n invokespecial A.f()V\n return",
            "Bad invokespecial instruction: current class isn't assignable to reference class.",
        ),
        ("(LA;)V", "aload_0\n invokespecial T.f()V\n return", "Bad type on operand stack"),
    ] {
        let error = Method::new(descriptor, code).verify(&known).expect_err(code);
        assert_eq!(error.message, message, "{code}");
    }
}

#[test]
fn subroutines_are_refused_from_version_51_on() {
    for code in ["jsr l\n l:\n return", "return\n ret 0"] {
        let method = Method { major: 51, ..Method::new("()V", code) };
        assert_eq!(error(&method).message, "Bad instruction");
    }
}

#[test]
fn a_return_address_leads_back_to_its_own_call() {
    // The address in local 0 may be either call's.
    let mixed = "jsr s
        return
        s:
        astore_0
        iconst_0
        ifeq l
        jsr t
        t:
        astore_0
        l:
        ret 0";
    let error = error(&Method::new("()V", mixed));
    assert!(error.message.starts_with("Bad local") || error.message.starts_with("Inconsistent"), "{error}");
}

/// Sixteen subroutines, each of which calls the next one twice, have thousands of chains of calls.
#[test]
fn code_that_would_take_too_long_is_refused() {
    let mut code = String::from("jsr s0\n return\n");
    for level in 0..16 {
        code += &format!("s{level}:\n astore {level}\n jsr s{next}\n jsr s{next}\n ret {level}\n", next = level + 1);
    }
    code += "s16:\n astore 16\n ret 16";
    let method = Method { max_locals: 20, ..Method::new("()V", &code) };
    assert_eq!(error(&method).message, "Method is too complex to verify");
}

#[test]
fn huge_frames_are_refused() {
    let mut code = String::from("iconst_0\n wide istore 65534\n");
    for label in 0..5000 {
        code += &format!("goto l{label}\n l{label}:\n");
    }
    code += "return";
    let method = Method { max_locals: u16::MAX, ..Method::new("()V", &code) };
    assert_eq!(error(&method).message, "Method is too complex to verify");
}

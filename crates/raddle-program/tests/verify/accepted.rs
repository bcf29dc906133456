//! Code that keeps the rules, and the checks that it leaves to run time.

use crate::assembler::Method;
use crate::hierarchy::{Ignorance, Known};
use raddle_program::verify::Check;

fn checks(method: &Method<'_>) -> Vec<Check> {
    match method.verify(&Ignorance) {
        Ok(verified) => verified.checks,
        Err(error) => panic!("{}\n{error}", method.code),
    }
}

fn check(pc: u16, slot: u16, class: &str) -> Check {
    Check { pc, slot, class: class.into() }
}

#[test]
fn a_value_of_the_very_class_needs_no_check() {
    let code = "aload_0
        invokevirtual A.f()LB;
        areturn";
    assert_eq!(checks(&Method::new("(LA;)LB;", code)), []);
}

#[test]
fn an_argument_of_another_class_is_checked_in_its_stack_slot() {
    let code = "lconst_0
        aload_0
        aload_1
        invokevirtual B.f(LC;)V
        return";
    let expected = [check(3, 2, "B"), check(3, 3, "C")];
    assert_eq!(checks(&Method::new("(LA;LA;)V", code)), expected);
}

#[test]
fn each_use_of_a_reference_is_checked() {
    for (descriptor, code, expected) in [
        ("(LA;)I", "aload_0\n getfield B.x:I\n ireturn", check(1, 0, "B")),
        ("(LA;)V", "aload_0\n putstatic B.x:LC;\n return", check(1, 0, "C")),
        ("(LA;LB;)V", "aload_1\n aload_0\n putfield B.x:LC;\n return", check(2, 1, "C")),
        ("(LA;)LB;", "aload_0\n areturn", check(1, 0, "B")),
        ("(LA;)V", "aload_0\n athrow", check(1, 0, "java/lang/Throwable")),
        ("(LA;)V", "aload_0\n invokestatic B.f(LB;)V\n return", check(1, 0, "B")),
        ("([LA;)[LB;", "aload_0\n areturn", check(1, 0, "[LB;")),
        ("([LA;)LB;", "aload_0\n iconst_0\n aaload\n areturn", check(3, 0, "B")),
    ] {
        assert_eq!(checks(&Method::new(descriptor, code)), [expected], "{code}");
    }
}

#[test]
fn objects_interfaces_and_null_need_no_check() {
    let code = "aload_0
        invokestatic B.f(Ljava/lang/Object;)V
        aload_0
        invokeinterface I.g()V 1
        aconst_null
        invokestatic B.f(LB;)V
        aload_1
        invokestatic B.f(Ljava/io/Serializable;)V
        aload_1
        invokestatic B.f([Ljava/lang/Object;)V
        aload_0
        monitorenter
        return";
    assert_eq!(checks(&Method::new("(LA;[[I)V", code)), []);
}

#[test]
fn what_is_known_needs_no_check() {
    let mut known = Known::default();
    known.add_class("java/lang/Object", None);
    known.add_class("A", Some("java/lang/Object"));
    known.add_class("B", Some("A"));
    known.add_interface("I");
    let code = "aload_0
        invokestatic C.f(LA;)V
        aload_0
        invokestatic C.f(LI;)V
        aload_1
        invokestatic C.f([LI;)V
        return";
    let verified = Method::new("(LB;[LB;)V", code).verify(&known).expect("sound code");
    assert_eq!(verified.checks, []);
}

#[test]
fn where_classes_meet_each_is_still_known() {
    let code = "iload_2
        ifeq other
        aload_0
        goto join
        other:
        aload_1
        join:
        invokestatic C.f(LB;)V
        return";
    let mut known = Known::default();
    known.add_class("java/lang/Object", None);
    known.add_class("B", Some("java/lang/Object"));
    known.add_class("B1", Some("B"));
    known.add_class("B2", Some("B"));
    let method = Method::new("(LB1;LB2;I)V", code);
    assert_eq!(method.verify(&known).expect("sound code").checks, []);
    assert_eq!(checks(&method), [check(9, 0, "B")]);
}

/// What an array and another class have in common is Object, which may be assigned to an interface
/// (JVMS 4.10.1.2).
#[test]
fn where_an_array_meets_another_class_an_object_comes_out() {
    let mut known = Known::default();
    known.add_interface("I");
    for (descriptor, target) in [("([ILA;I)V", "LI;"), ("([I[JI)V", "LI;"), ("([[I[LA;I)V", "[LI;")] {
        let code = format!(
            "iload_2
            ifeq other
            aload_0
            goto join
            other:
            aload_1
            join:
            invokestatic C.f({target})V
            return"
        );
        let verified = Method::new(descriptor, &code).verify(&known).expect("sound code");
        assert_eq!(verified.checks, [], "{descriptor}");
    }
}

#[test]
fn where_many_classes_meet_their_use_is_checked() {
    let mut code = String::from("iload_0\n tableswitch 0 l0 l0 l1 l2 l3 l4 l5\n");
    for class in 0..6 {
        code += &format!("l{class}:\n aconst_null\n checkcast A{class}\n goto join\n");
    }
    code += "join:\n areturn";
    let checks = checks(&Method::new("(I)LB;", &code));
    assert_eq!(checks.len(), 1);
    assert_eq!((checks[0].slot, checks[0].class.as_str()), (0, "B"));
}

#[test]
fn an_object_is_usable_after_its_constructor() {
    let code = "new A
        dup
        astore_0
        invokespecial A.<init>()V
        aload_0
        invokevirtual A.f()V
        return";
    assert_eq!(checks(&Method::new("()V", code)), []);
}

#[test]
fn a_constructor_may_assign_its_own_fields_before_it_calls_another() {
    let code = "aload_0
        iconst_1
        putfield T.x:I
        aload_0
        invokespecial java/lang/Object.<init>()V
        return";
    assert_eq!(checks(&Method::constructor(code)), []);
}

#[test]
fn a_superclass_method_can_be_called() {
    let code = "aload_0
        invokespecial java/lang/Object.toString()Ljava/lang/String;
        areturn";
    let method = Method { is_static: false, ..Method::new("()Ljava/lang/String;", code) };
    assert_eq!(checks(&method), []);
}

/// What javac 1.4 made of `try { int i = 1; if (a) return i; ... } finally { f(); }`: both callers
/// of the subroutine keep what they have in locals that it does not touch.
#[test]
fn a_subroutine_leaves_the_locals_of_each_caller_alone() {
    let code = "start:
        iload_0
        ifeq other
        iconst_1
        istore_1
        jsr finally
        iload_1
        ireturn
        other:
        fconst_0
        fstore_1
        jsr finally
        fload_1
        f2i
        ireturn
        end:
        astore_2
        jsr finally
        aload_2
        athrow
        finally:
        astore_3
        invokestatic A.f()V
        ret 3
        .catch start end end any";
    assert_eq!(checks(&Method::new("(I)I", code)), []);
}

#[test]
fn subroutines_can_be_nested() {
    let code = "jsr outer
        return
        outer:
        astore_0
        jsr inner
        jsr inner
        ret 0
        inner:
        astore_1
        wide ret 1";
    assert_eq!(checks(&Method::new("()V", code)), []);
}

/// The exception leaves the subroutine without a ret, and then it is called again.
#[test]
fn a_subroutine_can_be_left_by_an_exception_and_called_again() {
    let code = "again:
        jsr finally
        return
        finally:
        astore_1
        start:
        invokestatic A.f()V
        end:
        ret 1
        handler:
        pop
        goto again
        .catch start end handler any";
    assert_eq!(checks(&Method::new("()V", code)), []);
}

#[test]
fn longs_and_doubles_are_moved_whole() {
    let code = "lconst_0
        dup2
        lstore_0
        dconst_0
        dup2_x2
        pop2
        pop2
        d2i
        lload_0
        l2i
        iadd
        ireturn";
    let method = Method { max_stack: 6, ..Method::new("()I", code) };
    assert_eq!(checks(&method), []);
}

#[test]
fn switches_and_wide_instructions_are_understood() {
    let code = "iload_0
        lookupswitch end -5:end 7:seven
        seven:
        wide iinc 0 300
        wide iload 0
        tableswitch -1 end seven end
        end:
        goto_w out
        out:
        return";
    assert_eq!(checks(&Method::new("(I)V", code)), []);
}

#[test]
fn a_handler_sees_the_locals_of_all_its_range() {
    let code = "iconst_0
        istore_0
        start:
        invokestatic A.f()V
        fconst_0
        fstore_1
        invokestatic A.f()V
        end:
        iload_0
        ireturn
        handler:
        invokevirtual E.code()I
        iload_0
        iadd
        ireturn
        .catch start end handler E";
    assert_eq!(checks(&Method::new("()I", code)), []);
}

#[test]
fn code_that_control_never_reaches_is_not_looked_into() {
    let code = "return
        iadd
        areturn";
    assert_eq!(checks(&Method::new("()V", code)), []);
}

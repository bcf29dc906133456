//! `java.lang.invoke.InvokerBytecodeGenerator`: code for lambda forms, which the machine makes itself (see
//! `handles::forms`).

use super::{Call, Table, done, nothing};
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/lang/invoke/InvokerBytecodeGenerator",
    methods: &[(
        "=generateCustomizedCode(Ljava/lang/invoke/LambdaForm;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MemberName;",
        generate_customized_code,
    )],
};

pub(super) static INVOKERS: Table = Table {
    class: "java/lang/invoke/Invokers",
    methods: &[
        // A form compiled for one handle alone would be no faster here.
        ("=checkCustomized(Ljava/lang/invoke/MethodHandle;)V", nothing),
        ("=maybeCustomize(Ljava/lang/invoke/MethodHandle;)V", nothing),
    ],
};

/// The flags of a resolved static method's `MemberName`.
const STATIC_METHOD: u64 = 0x0600_0000 | 0x0001_0000 | 0x0008;

fn generate_customized_code(call: &mut Call) -> Outcome {
    let form = call.object(0)?;
    let method_type = call.reference(1);
    let class = call.load_boot("java/lang/invoke/MemberName")?;
    let member = call.new_object(class)?;
    let holder = call.heap.class(form);
    let holder = call.mirror(holder);
    let name = call.literal_text("form");
    let method = call.compile_form(form)?;
    let resolved = call.resolved_method_name(method)?;
    call.set_field(member, "clazz", holder.0 as u64);
    call.set_field(member, "name", name.0 as u64);
    call.set_field(member, "type", method_type.0 as u64);
    call.set_field(member, "flags", STATIC_METHOD);
    call.set_field(member, "method", resolved.0 as u64);
    done(member)
}

//! Helpful NullPointerException messages (JEP 358), from the bytecode alone and in HotSpot's words:
//! what could not be done, and which expression was null. The expression is found by noting for
//! each operand stack slot which instruction pushed it.

use crate::classfile::descriptor::{self, Kind};
use crate::classfile::{ClassFile, CodeAttribute, Constant, Member, MemberRef};
use crate::opcode::*;
use std::borrow::Cow;

/// The message for the instruction at offset `pc`, which failed because of a null reference; `None`
/// when it is not one that can. The offset is that of the uppermost frame in the exception's stack
/// trace, so that an exception which the program made itself, by calling a constructor there, has
/// no message.
pub fn npe_message(file: &ClassFile, method: &Member, code: &CodeAttribute, pc: u16) -> Option<String> {
    let pc = usize::from(pc);
    let bytes = Code(file.bytes(code.code));
    bytes.len_at(pc)?;
    let mut message = failed_action(file, bytes, pc)?;
    let slot = null_slot(file, bytes, pc)?;
    let describer = Describer { file, method, code, bytes, origins: Origins::trace(file, code, bytes, pc) };
    if let Some(cause) = describer.cause(pc, slot) {
        message += " because ";
        message += &cause;
        message += " is null";
    }
    Some(message)
}

/// What the instruction could not do.
fn failed_action(file: &ClassFile, code: Code<'_>, pc: usize) -> Option<String> {
    const ARRAYS: [&str; 8] = ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];
    let member = || file.member_ref(code.u16(pc + 1)).ok();
    let field = || Some(file.text(member()?.name).ok()?.into_owned());
    Some(match code.u8(pc) {
        opcode @ IALOAD..=SALOAD => {
            let array = ARRAYS[usize::from(opcode - IALOAD)];
            format!("Cannot load from {array} array")
        }
        opcode @ IASTORE..=SASTORE => {
            let array = ARRAYS[usize::from(opcode - IASTORE)];
            format!("Cannot store to {array} array")
        }
        ARRAYLENGTH => "Cannot read the array length".into(),
        ATHROW => "Cannot throw exception".into(),
        MONITORENTER => "Cannot enter synchronized block".into(),
        MONITOREXIT => "Cannot exit synchronized block".into(),
        GETFIELD => format!("Cannot read field \"{}\"", field()?),
        PUTFIELD => format!("Cannot assign field \"{}\"", field()?),
        INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
            format!("Cannot invoke \"{}\"", method_name(file, member()?)?)
        }
        _ => return None,
    })
}

/// How deep in the stack, in slots from the top, the instruction expects the reference that was
/// null.
fn null_slot(file: &ClassFile, code: Code<'_>, pc: usize) -> Option<usize> {
    let member = || file.member_ref(code.u16(pc + 1)).ok();
    Some(match code.u8(pc) {
        ARRAYLENGTH | ATHROW | MONITORENTER | MONITOREXIT | GETFIELD => 0,
        IALOAD..=SALOAD => 1,
        LASTORE | DASTORE => 3,
        IASTORE..=SASTORE => 2,
        PUTFIELD => usize::from(descriptor::slots(&file.text(member()?.descriptor).ok()?)),
        INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
            let member = member()?;
            // A constructor is called on what `new` made, which is not null: the exception was made
            // by the program.
            if file.utf8(member.name) == Ok(b"<init>") {
                return None;
            }
            usize::from(descriptor::argument_slots(&file.text(member.descriptor).ok()?)?)
        }
        _ => return None,
    })
}

/// What is known before an instruction runs.
#[derive(Clone, Debug, Default)]
struct Stack {
    /// For each slot, bottom first, the instruction that pushed it; `None` when it may be one of
    /// several.
    slots: Vec<Option<usize>>,
    /// A bit for each of the first 64 local variables, set when it may have been written.
    written: u64,
}

impl Stack {
    fn push(&mut self, pc: usize, slots: u16) {
        self.slots.extend(std::iter::repeat_n(Some(pc), slots.into()));
    }

    fn pop(&mut self, slots: usize) {
        self.slots.truncate(self.slots.len().saturating_sub(slots));
    }

    /// The slot so many below the top.
    fn below_top(&self, slot: usize) -> Option<usize> {
        let index = self.slots.len().checked_sub(slot + 1)?;
        self.slots.get(index).copied().flatten()
    }

    fn write_local(&mut self, local: u16) {
        self.written |= 1u64.checked_shl(local.into()).unwrap_or(0);
    }

    /// A local variable that is not among the first 64 counts as written.
    fn was_written(&self, local: u16) -> bool {
        1u64.checked_shl(local.into()).is_none_or(|bit| self.written & bit != 0)
    }

    fn merge(&mut self, other: &Stack) {
        for (mine, other) in self.slots.iter_mut().zip(&other.slots) {
            if mine != other {
                *mine = None;
            }
        }
        self.written |= other.written;
    }

    /// Puts a copy of the top `slots` under them and `below` more slots.
    fn duplicate(&mut self, slots: usize, below: usize) {
        let len = self.slots.len();
        if let (Some(top), Some(at)) = (len.checked_sub(slots), len.checked_sub(slots + below)) {
            self.slots.extend_from_within(top..);
            self.slots[at..].rotate_right(slots);
        }
    }
}

/// Slots in all stacks, after which no more are computed: HotSpot's own limit.
const MAX_SLOTS: usize = 1_000_000;
/// Instructions looked at and slots copied, after which no more stacks are computed.
const MAX_STEPS: usize = 20_000_000;

/// The stacks before the instructions of a method, by offset.
struct Origins {
    stacks: Vec<Option<Stack>>,
    slots: usize,
    /// Whether an instruction got its first stack since this was last cleared.
    added: bool,
}

impl Origins {
    /// Goes over the code in the order of offsets until `pc` has a stack, again and again if need
    /// be. What a later jump back would add is not seen; HotSpot does the same, and its messages
    /// show it.
    fn trace(file: &ClassFile, code: &CodeAttribute, bytes: Code<'_>, pc: usize) -> Origins {
        let mut origins = Origins { stacks: vec![None; bytes.0.len()], slots: 0, added: true };
        origins.reach(0, &mut Stack::default());
        for handler in &code.handlers {
            let target = usize::from(handler.target);
            let mut stack = Stack::default();
            stack.push(target, 1);
            if origins.at(target).is_none() {
                origins.reach(target as i64, &mut stack);
            }
        }
        let mut steps = 0;
        while std::mem::take(&mut origins.added) {
            let mut at = 0;
            while let Some(len) = bytes.len_at(at) {
                if at == pc && origins.at(pc).is_some() {
                    return origins;
                }
                origins.instruction(file, bytes, at, at + len);
                steps += 1 + origins.at(at).map_or(0, |stack| stack.slots.len());
                if origins.slots > MAX_SLOTS || steps > MAX_STEPS {
                    return origins;
                }
                at += len;
            }
        }
        origins
    }

    fn at(&self, pc: usize) -> Option<&Stack> {
        self.stacks.get(pc)?.as_ref()
    }

    /// Control comes to `target`. The stack is left merged, as it is for HotSpot's next target of
    /// the same instruction.
    fn reach(&mut self, target: i64, stack: &mut Stack) {
        let known = usize::try_from(target).ok().and_then(|target| self.stacks.get_mut(target));
        match known {
            Some(Some(known)) => {
                stack.merge(known);
                known.clone_from(stack);
            }
            Some(unknown) => {
                self.slots += stack.slots.len();
                self.added = true;
                *unknown = Some(stack.clone());
            }
            None => {}
        }
    }

    fn instruction(&mut self, file: &ClassFile, code: Code<'_>, pc: usize, next: usize) {
        let Some(mut stack) = self.at(pc).cloned() else {
            return;
        };
        let (opcode, _) = code.opcode(pc);
        run(file, code, pc, &mut stack);
        // Where ret goes is not known, for locals are not followed.
        let ends = matches!(
            opcode,
            GOTO | GOTO_W | JSR | JSR_W | RET | IRETURN..=RETURN | ATHROW | TABLESWITCH | LOOKUPSWITCH
        );
        if !ends {
            self.reach(next as i64, &mut stack);
        }
        if let Some(target) = code.branch(pc) {
            self.reach(target, &mut stack);
        } else if let TABLESWITCH | LOOKUPSWITCH = opcode
            && let Some(switch) = Switch::at(code, pc)
        {
            for target in switch.targets() {
                self.reach(target, &mut stack);
            }
        }
    }
}

/// What the instruction does to the stack.
fn run(file: &ClassFile, code: Code<'_>, pc: usize, stack: &mut Stack) {
    let (opcode, operand) = code.opcode(pc);
    match opcode {
        // A value that passed a cast is still that of the expression which was cast.
        CHECKCAST => {}
        DUP => stack.duplicate(1, 0),
        DUP_X1 => stack.duplicate(1, 1),
        DUP_X2 => stack.duplicate(1, 2),
        DUP2 => stack.duplicate(2, 0),
        DUP2_X1 => stack.duplicate(2, 1),
        DUP2_X2 => stack.duplicate(2, 2),
        SWAP => {
            stack.duplicate(1, 1);
            stack.pop(1);
        }
        GETSTATIC..=PUTFIELD => access_field(file, code.u16(operand), opcode, pc, stack),
        INVOKEVIRTUAL..=INVOKEDYNAMIC => invoke(file, code.u16(operand), opcode, pc, stack),
        MULTIANEWARRAY => {
            stack.pop(code.u8(operand + 2).into());
            stack.push(pc, 1);
        }
        LDC | LDC_W => stack.push(pc, 1),
        LDC2_W => stack.push(pc, 2),
        ISTORE..=ASTORE | ISTORE_0..=ASTORE_3 => {
            let slots = pops(opcode);
            stack.pop(slots.into());
            for local in code.local(pc).into_iter().flat_map(|first| first..first.saturating_add(slots)) {
                stack.write_local(local);
            }
        }
        _ => {
            stack.pop(pops(opcode).into());
            stack.push(pc, pushes(opcode));
        }
    }
}

fn access_field(file: &ClassFile, index: u16, opcode: u8, pc: usize, stack: &mut Stack) {
    let Ok(field) = file.member_ref(index) else {
        return;
    };
    let slots = file.text(field.descriptor).map_or(1, |text| descriptor::slots(&text));
    match opcode {
        GETSTATIC => stack.push(pc, slots),
        PUTSTATIC => stack.pop(slots.into()),
        GETFIELD => {
            stack.pop(1);
            stack.push(pc, slots);
        }
        _ => stack.pop(usize::from(slots) + 1),
    }
}

fn invoke(file: &ClassFile, index: u16, opcode: u8, pc: usize, stack: &mut Stack) {
    let descriptor = match file.constant(index) {
        Ok(Constant::InvokeDynamic { name_and_type, .. }) => {
            file.name_and_type(name_and_type).map(|(_, descriptor)| descriptor)
        }
        _ => file.member_ref(index).map(|method| method.descriptor),
    };
    let Ok(text) = descriptor.and_then(|descriptor| file.text(descriptor)) else {
        return;
    };
    let receiver = usize::from(!matches!(opcode, INVOKESTATIC | INVOKEDYNAMIC));
    let arguments = descriptor::argument_slots(&text).unwrap_or_default();
    stack.pop(usize::from(arguments) + receiver);
    stack.push(pc, descriptor::slots(text.rsplit(')').next().unwrap_or("V")));
}

/// The slots that an instruction pops whose opcode tells it.
fn pops(opcode: u8) -> u16 {
    match opcode {
        ISTORE | FSTORE | ASTORE | ISTORE_0..=ISTORE_3 | FSTORE_0..=FSTORE_3 | ASTORE_0..=ASTORE_3 => 1,
        LSTORE | DSTORE | LSTORE_0..=LSTORE_3 | DSTORE_0..=DSTORE_3 => 2,
        LASTORE | DASTORE => 4,
        IASTORE..=SASTORE => 3,
        IALOAD..=SALOAD => 2,
        POP | IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH => 1,
        POP2 | IF_ICMPEQ..=IF_ACMPNE => 2,
        IADD..=DREM if matches!((opcode - IADD) % 4, 0 | 2) => 2,
        IADD..=DREM | LAND | LOR | LXOR | LCMP | DCMPL | DCMPG => 4,
        INEG | FNEG | I2L..=I2D | F2I..=F2D | I2B..=I2S => 1,
        LNEG | DNEG | L2I..=L2D | D2I..=D2F => 2,
        LSHL | LSHR | LUSHR => 3,
        ISHL | ISHR | IUSHR | IAND | IOR | IXOR | FCMPL | FCMPG => 2,
        IRETURN | FRETURN | ARETURN | ATHROW | MONITORENTER | MONITOREXIT => 1,
        LRETURN | DRETURN => 2,
        NEWARRAY | ANEWARRAY | ARRAYLENGTH | INSTANCEOF => 1,
        _ => 0,
    }
}

/// The slots that an instruction pushes whose opcode tells it.
fn pushes(opcode: u8) -> u16 {
    match opcode {
        LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 => 2,
        ACONST_NULL..=SIPUSH => 1,
        LLOAD | DLOAD | LLOAD_0..=LLOAD_3 | DLOAD_0..=DLOAD_3 | LALOAD | DALOAD => 2,
        ILOAD..=SALOAD => 1,
        IADD..=DNEG if opcode.is_multiple_of(2) => 1,
        ISHL | ISHR | IUSHR | IAND | IOR | IXOR => 1,
        IADD..=LXOR => 2,
        I2F | L2I | L2F | F2I | D2I | D2F | I2B..=DCMPG => 1,
        I2L | I2D | L2D | F2L | F2D | D2L => 2,
        JSR | JSR_W | NEW..=ARRAYLENGTH | INSTANCEOF => 1,
        _ => 0,
    }
}

/// An expression may name so many others within it.
const MAX_DETAIL: u8 = 5;

/// Turns instructions back into the expressions that they come from.
struct Describer<'a> {
    file: &'a ClassFile,
    method: &'a Member,
    code: &'a CodeAttribute,
    bytes: Code<'a>,
    origins: Origins,
}

const ACC_STATIC: u16 = 0x0008;

impl Describer<'_> {
    /// The expression in the stack slot before the instruction at `pc`, quoted.
    fn cause(&self, pc: usize, slot: usize) -> Option<String> {
        let source = self.origins.at(pc)?.below_top(slot)?;
        let expression = self.expression(pc, slot, MAX_DETAIL)?;
        Some(match self.bytes.u8(source) {
            INVOKEVIRTUAL..=INVOKEINTERFACE => format!("the return value of \"{expression}\""),
            _ => format!("\"{expression}\""),
        })
    }

    fn expression(&self, pc: usize, slot: usize, detail: u8) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let stack = self.origins.at(pc)?;
        let source = stack.below_top(slot)?;
        let (opcode, operand) = self.bytes.opcode(source);
        let member = || self.file.member_ref(self.bytes.u16(operand)).ok();
        Some(match opcode {
            ILOAD | ALOAD | ILOAD_0..=ILOAD_3 | ALOAD_0..=ALOAD_3 => {
                let local = self.bytes.local(source)?;
                self.local_variable(source, local, !stack.was_written(local))?
            }
            ACONST_NULL => "null".into(),
            ICONST_M1..=ICONST_5 => (i32::from(opcode) - i32::from(ICONST_0)).to_string(),
            BIPUSH => (self.bytes.u8(operand) as i8).to_string(),
            SIPUSH => self.bytes.i16(operand).to_string(),
            GETSTATIC => {
                let field = member()?;
                let class = class_name(self.file, field)?;
                format!("{class}.{}", self.file.text(field.name).ok()?)
            }
            GETFIELD => {
                let field = member()?;
                let name = self.file.text(field.name).ok()?;
                match self.expression(source, 0, detail - 1) {
                    Some(object) => format!("{object}.{name}"),
                    None => name.into_owned(),
                }
            }
            INVOKEVIRTUAL..=INVOKEINTERFACE => method_name(self.file, member()?)?,
            IALOAD | AALOAD => {
                let array = self.expression(source, 1, detail - 1);
                let index = self.expression(source, 0, detail);
                format!("{}[{}]", array.as_deref().unwrap_or("<array>"), index.as_deref().unwrap_or("..."))
            }
            _ => return None,
        })
    }

    /// The name of a local variable that is read at `pc`; `as_passed` says that it still holds what
    /// it had when the method began.
    fn local_variable(&self, pc: usize, slot: u16, as_passed: bool) -> Option<String> {
        let variables = self.file.local_variables(self.code).unwrap_or_default();
        let variable = variables.iter().find(|variable| {
            let start = usize::from(variable.start);
            variable.slot == slot && (start..start + usize::from(variable.len)).contains(&pc)
        });
        if let Some(variable) = variable {
            return Some(self.file.text(variable.name).ok()?.into_owned());
        }
        let is_static = self.method.access & ACC_STATIC != 0;
        if !as_passed {
            return Some(format!("<local{slot}>"));
        }
        if slot == 0 && !is_static {
            return Some("this".into());
        }
        let text = self.file.text(self.method.descriptor).ok()?;
        let parameters = descriptor::parse_method(&text)?.parameters;
        let mut first = u16::from(!is_static);
        for (index, parameter) in parameters.iter().enumerate() {
            let after = first.saturating_add(descriptor::slots(parameter));
            if (first..after).contains(&slot) {
                return Some(format!("<parameter{}>", index + 1));
            }
            first = after;
        }
        Some(format!("<local{slot}>"))
    }
}

/// The member's class as the source would write it. Of all packages only java.lang's best known two
/// classes do without theirs.
fn class_name(file: &ClassFile, member: MemberRef) -> Option<String> {
    let name = file.class_name(member.class).ok()?.replace('/', ".");
    Some(match name.as_str() {
        "java.lang.Object" => "Object".into(),
        "java.lang.String" => "String".into(),
        _ => name,
    })
}

/// The method as in `Foo.bar(int, String)`.
fn method_name(file: &ClassFile, method: MemberRef) -> Option<String> {
    let class = class_name(file, method)?;
    let name = file.text(method.name).ok()?;
    let text = file.text(method.descriptor).ok()?;
    let parameters = descriptor::parse_method(&text)?.parameters;
    let types: Vec<String> = parameters.iter().map(|ty| source_type(ty)).collect();
    Some(format!("{class}.{name}({})", types.join(", ")))
}

/// The type of a parameter as the source would write it.
fn source_type(text: &str) -> String {
    let element = text.trim_start_matches('[');
    let name: Cow<'_, str> = match descriptor::kind(element) {
        Kind::Boolean => "boolean".into(),
        Kind::Byte => "byte".into(),
        Kind::Char => "char".into(),
        Kind::Short => "short".into(),
        Kind::Int => "int".into(),
        Kind::Long => "long".into(),
        Kind::Float => "float".into(),
        Kind::Double => "double".into(),
        _ => {
            let name = element.strip_prefix('L').unwrap_or(element);
            name.trim_end_matches(';').replace('/', ".").into()
        }
    };
    // HotSpot looks at the beginning of the name only, so that StringBuilder loses its package too.
    let is_well_known = name.starts_with("java.lang.Object") || name.starts_with("java.lang.String");
    let short = match name.strip_prefix("java.lang.") {
        Some(short) if is_well_known => short,
        _ => &name,
    };
    short.to_owned() + &"[]".repeat(text.len() - element.len())
}

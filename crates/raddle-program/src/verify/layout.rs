//! What JVMS 4.9.1 asks of code whether control reaches it or not: legal instructions one after
//! another, operands that name what they should, and branches and exception handlers that point at
//! instructions. Also finds where basic blocks begin.

use super::{Request, Step, fault};
use crate::classfile::Constant;
use crate::opcode::*;

/// From this class file version on there are no subroutines (JVMS 4.9.1).
const FIRST_WITHOUT_JSR: u16 = 51;

/// From this class file version on interfaces can have methods to call without an object, or on
/// `super` (JVMS 4.9.1).
const FIRST_WITH_INTERFACE_CODE: u16 = 52;

/// From this class file version on HotSpot no longer looks at what lies between a switch and its
/// table.
const FIRST_WITH_ANY_PADDING: u16 = 51;

/// Where instructions and basic blocks begin.
pub(super) struct Layout {
    /// By offset.
    marks: Vec<Mark>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Inside,
    Instruction,
    Block,
}

impl Layout {
    /// Whether a basic block begins at `pc`: control may come here other than from the instruction
    /// before, or the set of handlers changes.
    pub(super) fn is_block(&self, pc: usize) -> bool {
        self.marks.get(pc) == Some(&Mark::Block)
    }

    fn block(&mut self, target: i64) -> Step<()> {
        match usize::try_from(target).ok().and_then(|target| self.marks.get_mut(target)) {
            Some(mark) if *mark != Mark::Inside => {
                *mark = Mark::Block;
                Ok(())
            }
            _ => fault("Illegal target of jump or branch", format!("Offset {target} is no instruction")),
        }
    }
}

/// Checks the code and finds its blocks. `at` is set to the offset that is looked at.
pub(super) fn check(request: &Request<'_>, code: Code<'_>, at: &mut usize) -> Step<Layout> {
    let len = code.0.len();
    if len == 0 || len > usize::from(u16::MAX) {
        return fault("Invalid method Code length", format!("{len} bytes"));
    }
    let mut layout = Layout { marks: vec![Mark::Inside; len] };
    while *at < len {
        let Some(length) = code.len_at(*at) else {
            return fault("Bad instruction", format!("Byte {:02x}", code.u8(*at)));
        };
        layout.marks[*at] = Mark::Instruction;
        operands(request, code, *at)?;
        *at += length;
    }
    *at = 0;
    while *at < len {
        branches(&mut layout, code, *at)?;
        *at += code.len_at(*at).unwrap_or(1);
    }
    *at = 0;
    for handler in &request.code.handlers {
        let ends_well = usize::from(handler.end) == len || layout.block(handler.end.into()).is_ok();
        if handler.start >= handler.end || !ends_well || layout.block(handler.start.into()).is_err() {
            return fault("Illegal exception table range", format!("{} to {}", handler.start, handler.end));
        }
        if layout.block(handler.target.into()).is_err() {
            return fault("Illegal exception table handler", format!("Offset {}", handler.target));
        }
    }
    Ok(layout)
}

fn branches(layout: &mut Layout, code: Code<'_>, pc: usize) -> Step<()> {
    if let Some(target) = code.branch(pc) {
        layout.block(target)?;
        let next = pc + code.len_at(pc).unwrap_or(1);
        // Falling off the end of the code is found when control gets there.
        if next < code.0.len() {
            layout.block(next as i64)?;
        }
    } else if let TABLESWITCH | LOOKUPSWITCH = code.u8(pc)
        && let Some(switch) = Switch::at(code, pc)
    {
        for target in switch.targets() {
            layout.block(target)?;
        }
    }
    Ok(())
}

/// Checks that local variables exist and constant pool entries are of the right kind.
fn operands(request: &Request<'_>, code: Code<'_>, pc: usize) -> Step<()> {
    let (opcode, operand) = code.opcode(pc);
    if let Some(local) = code.local(pc) {
        let last = u32::from(local) + u32::from(is_two_slots(opcode));
        if last >= u32::from(request.code.max_locals) {
            return fault("Local index is invalid", format!("Local {local} of {}", request.code.max_locals));
        }
    }
    match opcode {
        JSR | JSR_W | RET if request.file.major >= FIRST_WITHOUT_JSR => {
            fault("Bad instruction", "No subroutines from class file version 51 on")
        }
        LDC => loadable(request, u16::from(code.u8(operand)), 1),
        LDC_W => loadable(request, code.u16(operand), 1),
        LDC2_W => loadable(request, code.u16(operand), 2),
        GETSTATIC..=PUTFIELD => expect(request, code.u16(operand), |entry| matches!(entry, Constant::Field { .. })),
        INVOKEVIRTUAL => expect(request, code.u16(operand), |entry| matches!(entry, Constant::Method { .. })),
        INVOKESPECIAL | INVOKESTATIC => expect(request, code.u16(operand), |entry| match entry {
            Constant::Method { .. } => true,
            Constant::InterfaceMethod { .. } => request.file.major >= FIRST_WITH_INTERFACE_CODE,
            _ => false,
        }),
        INVOKEINTERFACE => {
            if code.u8(operand + 3) != 0 {
                return fault("Fourth operand byte of invokeinterface must be zero", "");
            }
            expect(request, code.u16(operand), |entry| matches!(entry, Constant::InterfaceMethod { .. }))
        }
        INVOKEDYNAMIC => {
            if code.u16(operand + 2) != 0 {
                return fault("Third and fourth operand bytes of invokedynamic must be zero", "");
            }
            expect(request, code.u16(operand), |entry| matches!(entry, Constant::InvokeDynamic { .. }))
        }
        NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | MULTIANEWARRAY => {
            expect(request, code.u16(operand), |entry| matches!(entry, Constant::Class(_)))
        }
        TABLESWITCH | LOOKUPSWITCH if request.file.major < FIRST_WITH_ANY_PADDING => {
            let padding = operand..(pc + 4) & !3;
            if padding.into_iter().any(|at| code.u8(at) != 0) {
                return fault("Nonzero padding byte in lookupswitch or tableswitch", "");
            }
            Ok(())
        }
        NEWARRAY if primitive_array(code.u8(operand)).is_none() => {
            fault("Bad instruction", format!("No array type {}", code.u8(operand)))
        }
        _ => Ok(()),
    }
}

/// Whether the local that the instruction names is the first of two.
fn is_two_slots(opcode: u8) -> bool {
    matches!(
        opcode,
        LLOAD | DLOAD | LLOAD_0..=LLOAD_3 | DLOAD_0..=DLOAD_3 | LSTORE | DSTORE | LSTORE_0..=LSTORE_3 | DSTORE_0..=DSTORE_3
    )
}

/// The descriptor of the arrays that newarray makes for an operand.
pub(super) fn primitive_array(operand: u8) -> Option<&'static str> {
    Some(match operand {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return None,
    })
}

fn expect(request: &Request<'_>, index: u16, is: impl Fn(Constant) -> bool) -> Step<()> {
    match request.file.constants.get(usize::from(index)) {
        Some(entry) if is(*entry) => Ok(()),
        _ => fault("Illegal type at constant pool entry", format!("Entry {index}")),
    }
}

/// Constants that fill so many slots; those computed at run time say how many by their descriptor.
fn loadable(request: &Request<'_>, index: u16, slots: u8) -> Step<()> {
    expect(request, index, |entry| match entry {
        Constant::Long(_) | Constant::Double(_) => slots == 2,
        Constant::Integer(_)
        | Constant::Float(_)
        | Constant::String(_)
        | Constant::Class(_)
        | Constant::MethodHandle { .. }
        | Constant::MethodType(_) => slots == 1,
        Constant::Dynamic { .. } => true,
        _ => false,
    })
}

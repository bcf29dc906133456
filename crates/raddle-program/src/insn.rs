//! The machine's own instruction set: register code of eight-byte instructions.
//!
//! A method's registers are its JVM locals, then a few scratch registers, then its operand-stack slots; values are
//! untagged 64-bit words. Arguments of a call stand in consecutive stack registers from `base` on, and become the callee's first
//! registers without being copied; its result comes back in `base`.
//!
//! Instructions ending in `U` name a constant-pool entry that is not resolved yet; the executor resolves it once and
//! replaces the instruction by its linked form. Those ending in `Init` are linked but must first see their class initialised.

/// A register of the current frame.
pub type Reg = u16;

/// What an instruction does with a register it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Written.
    Def,
    /// Read.
    Use,
    /// First of a call's argument registers, and where its result goes.
    Base,
}

/// A field of an instruction has its role by its name.
macro_rules! role {
    (d, $value:expr, $visit:expr) => {
        $visit($value, Role::Def)
    };
    (a, $value:expr, $visit:expr) => {
        $visit($value, Role::Use)
    };
    (b, $value:expr, $visit:expr) => {
        $visit($value, Role::Use)
    };
    (v, $value:expr, $visit:expr) => {
        $visit($value, Role::Use)
    };
    (base, $value:expr, $visit:expr) => {
        $visit($value, Role::Base)
    };
    ($other:ident, $value:expr, $visit:expr) => {
        let _ = $value;
    };
}

macro_rules! instructions {
    ($( $(#[$doc:meta])* $name:ident { $($field:ident : $ty:ty),* } ),* $(,)?) => {
        /// One instruction.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub enum Insn { $( $(#[$doc])* $name { $($field: $ty),* } ),* }

        impl Insn {
            /// Calls `visit` with each register the instruction names, and what it does with it.
            pub fn registers(self, mut visit: impl FnMut(Reg, Role)) {
                let _ = &mut visit;
                match self { $( Insn::$name { $($field),* } => { $( role!($field, $field, visit); )* } ),* }
            }

            /// The instruction with its destination replaced.
            pub fn with_destination(self, register: Reg) -> Insn {
                match self { $( Insn::$name { $($field),* } => Insn::$name { $( $field: destination!($field, $field, register) ),* } ),* }
            }
        }
    };
}

macro_rules! destination {
    (d, $value:expr, $register:expr) => {{
        let _ = $value;
        $register
    }};
    ($other:ident, $value:expr, $register:expr) => {
        $value
    };
}

// Operand names: d destination, a b first and second operand, k constant, t branch target relative to the next instruction,
// base first argument register, cp constant-pool index, class an index into `Code::classes`.
instructions! {
    Nop {},
    Move { d: Reg, a: Reg },
    ConstI { d: Reg, k: i32 },
    /// A reference that lives as long as the program: a literal, a class mirror. Zero is null.
    ConstRef { d: Reg, r: u32 },
    ConstL { d: Reg, k: i32 },
    /// A 64-bit constant from `Code::wide`.
    ConstWide { d: Reg, k: u32 },
    /// A word of the heap that never changes: the value of a constant made at run time.
    ConstWord { d: Reg, word: u32 },
    LdcU { d: Reg, cp: u16 },

    IAdd { d: Reg, a: Reg, b: Reg },
    ISub { d: Reg, a: Reg, b: Reg },
    IMul { d: Reg, a: Reg, b: Reg },
    IDiv { d: Reg, a: Reg, b: Reg },
    IRem { d: Reg, a: Reg, b: Reg },
    IAnd { d: Reg, a: Reg, b: Reg },
    IOr { d: Reg, a: Reg, b: Reg },
    IXor { d: Reg, a: Reg, b: Reg },
    IShl { d: Reg, a: Reg, b: Reg },
    IShr { d: Reg, a: Reg, b: Reg },
    IUshr { d: Reg, a: Reg, b: Reg },
    IAddK { d: Reg, a: Reg, k: i16 },
    IMulK { d: Reg, a: Reg, k: i16 },
    /// `k` is neither 0 nor -1.
    IDivK { d: Reg, a: Reg, k: i16 },
    /// `k` is neither 0 nor -1.
    IRemK { d: Reg, a: Reg, k: i16 },
    IAndK { d: Reg, a: Reg, k: i16 },
    IOrK { d: Reg, a: Reg, k: i16 },
    IXorK { d: Reg, a: Reg, k: i16 },
    IShlK { d: Reg, a: Reg, k: i16 },
    IShrK { d: Reg, a: Reg, k: i16 },
    IUshrK { d: Reg, a: Reg, k: i16 },
    INeg { d: Reg, a: Reg },

    LAdd { d: Reg, a: Reg, b: Reg },
    LSub { d: Reg, a: Reg, b: Reg },
    LMul { d: Reg, a: Reg, b: Reg },
    LDiv { d: Reg, a: Reg, b: Reg },
    LRem { d: Reg, a: Reg, b: Reg },
    LAnd { d: Reg, a: Reg, b: Reg },
    LOr { d: Reg, a: Reg, b: Reg },
    LXor { d: Reg, a: Reg, b: Reg },
    LShl { d: Reg, a: Reg, b: Reg },
    LShr { d: Reg, a: Reg, b: Reg },
    LUshr { d: Reg, a: Reg, b: Reg },
    LAddK { d: Reg, a: Reg, k: i16 },
    LMulK { d: Reg, a: Reg, k: i16 },
    LAndK { d: Reg, a: Reg, k: i16 },
    LShlK { d: Reg, a: Reg, k: i16 },
    LShrK { d: Reg, a: Reg, k: i16 },
    LUshrK { d: Reg, a: Reg, k: i16 },
    LNeg { d: Reg, a: Reg },

    FAdd { d: Reg, a: Reg, b: Reg },
    FSub { d: Reg, a: Reg, b: Reg },
    FMul { d: Reg, a: Reg, b: Reg },
    FDiv { d: Reg, a: Reg, b: Reg },
    FRem { d: Reg, a: Reg, b: Reg },
    FNeg { d: Reg, a: Reg },
    DAdd { d: Reg, a: Reg, b: Reg },
    DSub { d: Reg, a: Reg, b: Reg },
    DMul { d: Reg, a: Reg, b: Reg },
    DDiv { d: Reg, a: Reg, b: Reg },
    DRem { d: Reg, a: Reg, b: Reg },
    DNeg { d: Reg, a: Reg },

    I2L { d: Reg, a: Reg },
    I2F { d: Reg, a: Reg },
    I2D { d: Reg, a: Reg },
    L2I { d: Reg, a: Reg },
    L2F { d: Reg, a: Reg },
    L2D { d: Reg, a: Reg },
    F2I { d: Reg, a: Reg },
    F2L { d: Reg, a: Reg },
    F2D { d: Reg, a: Reg },
    D2I { d: Reg, a: Reg },
    D2L { d: Reg, a: Reg },
    D2F { d: Reg, a: Reg },
    I2B { d: Reg, a: Reg },
    I2C { d: Reg, a: Reg },
    I2S { d: Reg, a: Reg },

    LCmp { d: Reg, a: Reg, b: Reg },
    FCmpL { d: Reg, a: Reg, b: Reg },
    FCmpG { d: Reg, a: Reg, b: Reg },
    DCmpL { d: Reg, a: Reg, b: Reg },
    DCmpG { d: Reg, a: Reg, b: Reg },

    Goto { t: i32 },
    /// A backward jump: the executor may stop here.
    Loop { t: i32 },
    IfEq { a: Reg, t: i32 },
    IfNe { a: Reg, t: i32 },
    IfLt { a: Reg, t: i32 },
    IfGe { a: Reg, t: i32 },
    IfGt { a: Reg, t: i32 },
    IfLe { a: Reg, t: i32 },
    IfNull { a: Reg, t: i32 },
    IfNonNull { a: Reg, t: i32 },
    IfICmpEq { a: Reg, b: Reg, t: i16 },
    IfICmpNe { a: Reg, b: Reg, t: i16 },
    IfICmpLt { a: Reg, b: Reg, t: i16 },
    IfICmpGe { a: Reg, b: Reg, t: i16 },
    IfICmpGt { a: Reg, b: Reg, t: i16 },
    IfICmpLe { a: Reg, b: Reg, t: i16 },
    IfICmpEqK { a: Reg, k: i16, t: i16 },
    IfICmpNeK { a: Reg, k: i16, t: i16 },
    IfICmpLtK { a: Reg, k: i16, t: i16 },
    IfICmpGeK { a: Reg, k: i16, t: i16 },
    IfICmpGtK { a: Reg, k: i16, t: i16 },
    IfICmpLeK { a: Reg, k: i16, t: i16 },
    IfLCmpEq { a: Reg, b: Reg, t: i16 },
    IfLCmpNe { a: Reg, b: Reg, t: i16 },
    IfLCmpLt { a: Reg, b: Reg, t: i16 },
    IfLCmpGe { a: Reg, b: Reg, t: i16 },
    IfLCmpGt { a: Reg, b: Reg, t: i16 },
    IfLCmpLe { a: Reg, b: Reg, t: i16 },
    IfACmpEq { a: Reg, b: Reg, t: i16 },
    IfACmpNe { a: Reg, b: Reg, t: i16 },
    /// Jumps by `Code::switches[k]`, looked up with register `a`.
    Switch { a: Reg, k: u32 },

    IALoad { d: Reg, a: Reg, b: Reg },
    LALoad { d: Reg, a: Reg, b: Reg },
    AALoad { d: Reg, a: Reg, b: Reg },
    BALoad { d: Reg, a: Reg, b: Reg },
    CALoad { d: Reg, a: Reg, b: Reg },
    SALoad { d: Reg, a: Reg, b: Reg },
    /// Array in `a`, index in `b`, value in `v`.
    IAStore { a: Reg, b: Reg, v: Reg },
    LAStore { a: Reg, b: Reg, v: Reg },
    AAStore { a: Reg, b: Reg, v: Reg },
    BAStore { a: Reg, b: Reg, v: Reg },
    SAStore { a: Reg, b: Reg, v: Reg },
    ArrayLength { d: Reg, a: Reg },

    GetFieldU { d: Reg, a: Reg, cp: u16 },
    PutFieldU { a: Reg, v: Reg, cp: u16 },
    /// `slot` counts words from the object's start.
    GetField { d: Reg, a: Reg, slot: u16 },
    GetFieldRef { d: Reg, a: Reg, slot: u16 },
    PutField { a: Reg, v: Reg, slot: u16 },
    PutFieldRef { a: Reg, v: Reg, slot: u16 },
    GetStaticU { d: Reg, cp: u16 },
    PutStaticU { v: Reg, cp: u16 },
    GetStatic { d: Reg, field: u32 },
    PutStatic { v: Reg, field: u32 },
    GetStaticInit { d: Reg, field: u32 },
    PutStaticInit { v: Reg, field: u32 },

    NewU { d: Reg, cp: u16 },
    New { d: Reg, class: u32 },
    NewInit { d: Reg, class: u32 },
    /// A new array of class `Code::classes[class]`, length in `a`.
    NewArrayU { d: Reg, a: Reg, class: u16 },
    NewArray { d: Reg, a: Reg, class: u16 },
    /// Lengths in `dims` consecutive registers from `base` on; the result goes to `base`.
    MultiNewU { base: Reg, dims: u16, class: u16 },
    MultiNew { base: Reg, dims: u16, class: u16 },
    CheckCastU { a: Reg, class: u16 },
    CheckCast { a: Reg, class: u16 },
    InstanceOfU { d: Reg, a: Reg, class: u16 },
    InstanceOf { d: Reg, a: Reg, class: u16 },
    /// A proof obligation the verifier left to run time.
    VerifyCast { a: Reg, class: u16 },

    InvokeStaticU { base: Reg, cp: u16 },
    InvokeSpecialU { base: Reg, cp: u16 },
    InvokeVirtualU { base: Reg, cp: u16 },
    InvokeInterfaceU { base: Reg, cp: u16 },
    InvokeDynamicU { base: Reg, cp: u16 },
    InvokeStatic { base: Reg, method: u32 },
    InvokeStaticInit { base: Reg, method: u32 },
    /// A call of exactly this method on a receiver that must not be null.
    InvokeDirect { base: Reg, method: u32 },
    InvokeVirtual { base: Reg, index: u32 },
    /// A call by `Sites`: interface methods, with the class seen last cached.
    InvokeInterface { base: Reg, site: u32 },
    /// A linked signature-polymorphic call or call site; `site` names its target and appendix.
    InvokeHandle { base: Reg, site: u32 },

    Return { a: Reg },
    ReturnVoid {},
    Throw { a: Reg },
    MonitorEnter { a: Reg },
    MonitorExit { a: Reg },
    /// The mirror of the class that declares this method.
    OwnMirror { d: Reg },
    /// Work of the machine's own inside its stub methods; `k` says which.
    Glue { a: Reg, k: u32 },
}

impl Insn {
    /// The register written, if the instruction writes one it names.
    pub fn destination(self) -> Option<Reg> {
        let mut found = None;
        self.registers(|register, role| {
            if role == Role::Def {
                found = Some(register);
            }
        });
        found
    }

    /// The relative branch target, if the instruction can branch to one.
    pub fn target(self) -> Option<i32> {
        use Insn::*;
        match self {
            Goto { t } | Loop { t } => Some(t),
            IfEq { t, .. }
            | IfNe { t, .. }
            | IfLt { t, .. }
            | IfGe { t, .. }
            | IfGt { t, .. }
            | IfLe { t, .. }
            | IfNull { t, .. }
            | IfNonNull { t, .. } => Some(t),
            IfICmpEq { t, .. }
            | IfICmpNe { t, .. }
            | IfICmpLt { t, .. }
            | IfICmpGe { t, .. }
            | IfICmpGt { t, .. }
            | IfICmpLe { t, .. }
            | IfICmpEqK { t, .. }
            | IfICmpNeK { t, .. }
            | IfICmpLtK { t, .. }
            | IfICmpGeK { t, .. }
            | IfICmpGtK { t, .. }
            | IfICmpLeK { t, .. }
            | IfLCmpEq { t, .. }
            | IfLCmpNe { t, .. }
            | IfLCmpLt { t, .. }
            | IfLCmpGe { t, .. }
            | IfLCmpGt { t, .. }
            | IfLCmpLe { t, .. }
            | IfACmpEq { t, .. }
            | IfACmpNe { t, .. } => Some(t as i32),
            _ => None,
        }
    }

    /// Whether control never goes on to the next instruction.
    pub fn ends_block(self) -> bool {
        matches!(
            self,
            Insn::Goto { .. }
                | Insn::Loop { .. }
                | Insn::Switch { .. }
                | Insn::Return { .. }
                | Insn::ReturnVoid {}
                | Insn::Throw { .. }
        )
    }
}

const _: () = assert!(size_of::<Insn>() == 8);

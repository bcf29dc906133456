//! The instruction set of class files (JVMS 6.5): opcodes, their names, and where each
//! instruction's operands lie. Nothing here knows what an instruction means.

/// The mnemonic of each opcode, in the order of JVMS 7.
pub const MNEMONICS: [&str; 202] = [
    "nop",
    "aconst_null",
    "iconst_m1",
    "iconst_0",
    "iconst_1",
    "iconst_2",
    "iconst_3",
    "iconst_4",
    "iconst_5",
    "lconst_0",
    "lconst_1",
    "fconst_0",
    "fconst_1",
    "fconst_2",
    "dconst_0",
    "dconst_1",
    "bipush",
    "sipush",
    "ldc",
    "ldc_w",
    "ldc2_w",
    "iload",
    "lload",
    "fload",
    "dload",
    "aload",
    "iload_0",
    "iload_1",
    "iload_2",
    "iload_3",
    "lload_0",
    "lload_1",
    "lload_2",
    "lload_3",
    "fload_0",
    "fload_1",
    "fload_2",
    "fload_3",
    "dload_0",
    "dload_1",
    "dload_2",
    "dload_3",
    "aload_0",
    "aload_1",
    "aload_2",
    "aload_3",
    "iaload",
    "laload",
    "faload",
    "daload",
    "aaload",
    "baload",
    "caload",
    "saload",
    "istore",
    "lstore",
    "fstore",
    "dstore",
    "astore",
    "istore_0",
    "istore_1",
    "istore_2",
    "istore_3",
    "lstore_0",
    "lstore_1",
    "lstore_2",
    "lstore_3",
    "fstore_0",
    "fstore_1",
    "fstore_2",
    "fstore_3",
    "dstore_0",
    "dstore_1",
    "dstore_2",
    "dstore_3",
    "astore_0",
    "astore_1",
    "astore_2",
    "astore_3",
    "iastore",
    "lastore",
    "fastore",
    "dastore",
    "aastore",
    "bastore",
    "castore",
    "sastore",
    "pop",
    "pop2",
    "dup",
    "dup_x1",
    "dup_x2",
    "dup2",
    "dup2_x1",
    "dup2_x2",
    "swap",
    "iadd",
    "ladd",
    "fadd",
    "dadd",
    "isub",
    "lsub",
    "fsub",
    "dsub",
    "imul",
    "lmul",
    "fmul",
    "dmul",
    "idiv",
    "ldiv",
    "fdiv",
    "ddiv",
    "irem",
    "lrem",
    "frem",
    "drem",
    "ineg",
    "lneg",
    "fneg",
    "dneg",
    "ishl",
    "lshl",
    "ishr",
    "lshr",
    "iushr",
    "lushr",
    "iand",
    "land",
    "ior",
    "lor",
    "ixor",
    "lxor",
    "iinc",
    "i2l",
    "i2f",
    "i2d",
    "l2i",
    "l2f",
    "l2d",
    "f2i",
    "f2l",
    "f2d",
    "d2i",
    "d2l",
    "d2f",
    "i2b",
    "i2c",
    "i2s",
    "lcmp",
    "fcmpl",
    "fcmpg",
    "dcmpl",
    "dcmpg",
    "ifeq",
    "ifne",
    "iflt",
    "ifge",
    "ifgt",
    "ifle",
    "if_icmpeq",
    "if_icmpne",
    "if_icmplt",
    "if_icmpge",
    "if_icmpgt",
    "if_icmple",
    "if_acmpeq",
    "if_acmpne",
    "goto",
    "jsr",
    "ret",
    "tableswitch",
    "lookupswitch",
    "ireturn",
    "lreturn",
    "freturn",
    "dreturn",
    "areturn",
    "return",
    "getstatic",
    "putstatic",
    "getfield",
    "putfield",
    "invokevirtual",
    "invokespecial",
    "invokestatic",
    "invokeinterface",
    "invokedynamic",
    "new",
    "newarray",
    "anewarray",
    "arraylength",
    "athrow",
    "checkcast",
    "instanceof",
    "monitorenter",
    "monitorexit",
    "wide",
    "multianewarray",
    "ifnull",
    "ifnonnull",
    "goto_w",
    "jsr_w",
];

macro_rules! opcodes {
    ($($name:ident = $value:literal),* $(,)?) => {
        $(#[doc = concat!("Opcode ", $value, ".")] pub const $name: u8 = $value;)*
    };
}

opcodes! {
    NOP = 0,
    ACONST_NULL = 1,
    ICONST_M1 = 2,
    ICONST_0 = 3,
    ICONST_1 = 4,
    ICONST_2 = 5,
    ICONST_3 = 6,
    ICONST_4 = 7,
    ICONST_5 = 8,
    LCONST_0 = 9,
    LCONST_1 = 10,
    FCONST_0 = 11,
    FCONST_1 = 12,
    FCONST_2 = 13,
    DCONST_0 = 14,
    DCONST_1 = 15,
    BIPUSH = 16,
    SIPUSH = 17,
    LDC = 18,
    LDC_W = 19,
    LDC2_W = 20,
    ILOAD = 21,
    LLOAD = 22,
    FLOAD = 23,
    DLOAD = 24,
    ALOAD = 25,
    ILOAD_0 = 26,
    ILOAD_1 = 27,
    ILOAD_2 = 28,
    ILOAD_3 = 29,
    LLOAD_0 = 30,
    LLOAD_1 = 31,
    LLOAD_2 = 32,
    LLOAD_3 = 33,
    FLOAD_0 = 34,
    FLOAD_1 = 35,
    FLOAD_2 = 36,
    FLOAD_3 = 37,
    DLOAD_0 = 38,
    DLOAD_1 = 39,
    DLOAD_2 = 40,
    DLOAD_3 = 41,
    ALOAD_0 = 42,
    ALOAD_1 = 43,
    ALOAD_2 = 44,
    ALOAD_3 = 45,
    IALOAD = 46,
    LALOAD = 47,
    FALOAD = 48,
    DALOAD = 49,
    AALOAD = 50,
    BALOAD = 51,
    CALOAD = 52,
    SALOAD = 53,
    ISTORE = 54,
    LSTORE = 55,
    FSTORE = 56,
    DSTORE = 57,
    ASTORE = 58,
    ISTORE_0 = 59,
    ISTORE_1 = 60,
    ISTORE_2 = 61,
    ISTORE_3 = 62,
    LSTORE_0 = 63,
    LSTORE_1 = 64,
    LSTORE_2 = 65,
    LSTORE_3 = 66,
    FSTORE_0 = 67,
    FSTORE_1 = 68,
    FSTORE_2 = 69,
    FSTORE_3 = 70,
    DSTORE_0 = 71,
    DSTORE_1 = 72,
    DSTORE_2 = 73,
    DSTORE_3 = 74,
    ASTORE_0 = 75,
    ASTORE_1 = 76,
    ASTORE_2 = 77,
    ASTORE_3 = 78,
    IASTORE = 79,
    LASTORE = 80,
    FASTORE = 81,
    DASTORE = 82,
    AASTORE = 83,
    BASTORE = 84,
    CASTORE = 85,
    SASTORE = 86,
    POP = 87,
    POP2 = 88,
    DUP = 89,
    DUP_X1 = 90,
    DUP_X2 = 91,
    DUP2 = 92,
    DUP2_X1 = 93,
    DUP2_X2 = 94,
    SWAP = 95,
    IADD = 96,
    LADD = 97,
    FADD = 98,
    DADD = 99,
    ISUB = 100,
    LSUB = 101,
    FSUB = 102,
    DSUB = 103,
    IMUL = 104,
    LMUL = 105,
    FMUL = 106,
    DMUL = 107,
    IDIV = 108,
    LDIV = 109,
    FDIV = 110,
    DDIV = 111,
    IREM = 112,
    LREM = 113,
    FREM = 114,
    DREM = 115,
    INEG = 116,
    LNEG = 117,
    FNEG = 118,
    DNEG = 119,
    ISHL = 120,
    LSHL = 121,
    ISHR = 122,
    LSHR = 123,
    IUSHR = 124,
    LUSHR = 125,
    IAND = 126,
    LAND = 127,
    IOR = 128,
    LOR = 129,
    IXOR = 130,
    LXOR = 131,
    IINC = 132,
    I2L = 133,
    I2F = 134,
    I2D = 135,
    L2I = 136,
    L2F = 137,
    L2D = 138,
    F2I = 139,
    F2L = 140,
    F2D = 141,
    D2I = 142,
    D2L = 143,
    D2F = 144,
    I2B = 145,
    I2C = 146,
    I2S = 147,
    LCMP = 148,
    FCMPL = 149,
    FCMPG = 150,
    DCMPL = 151,
    DCMPG = 152,
    IFEQ = 153,
    IFNE = 154,
    IFLT = 155,
    IFGE = 156,
    IFGT = 157,
    IFLE = 158,
    IF_ICMPEQ = 159,
    IF_ICMPNE = 160,
    IF_ICMPLT = 161,
    IF_ICMPGE = 162,
    IF_ICMPGT = 163,
    IF_ICMPLE = 164,
    IF_ACMPEQ = 165,
    IF_ACMPNE = 166,
    GOTO = 167,
    JSR = 168,
    RET = 169,
    TABLESWITCH = 170,
    LOOKUPSWITCH = 171,
    IRETURN = 172,
    LRETURN = 173,
    FRETURN = 174,
    DRETURN = 175,
    ARETURN = 176,
    RETURN = 177,
    GETSTATIC = 178,
    PUTSTATIC = 179,
    GETFIELD = 180,
    PUTFIELD = 181,
    INVOKEVIRTUAL = 182,
    INVOKESPECIAL = 183,
    INVOKESTATIC = 184,
    INVOKEINTERFACE = 185,
    INVOKEDYNAMIC = 186,
    NEW = 187,
    NEWARRAY = 188,
    ANEWARRAY = 189,
    ARRAYLENGTH = 190,
    ATHROW = 191,
    CHECKCAST = 192,
    INSTANCEOF = 193,
    MONITORENTER = 194,
    MONITOREXIT = 195,
    WIDE = 196,
    MULTIANEWARRAY = 197,
    IFNULL = 198,
    IFNONNULL = 199,
    GOTO_W = 200,
    JSR_W = 201,
}

/// The mnemonic of an opcode, `illegal` for a byte that is none.
pub fn mnemonic(opcode: u8) -> &'static str {
    MNEMONICS.get(usize::from(opcode)).copied().unwrap_or("illegal")
}

/// The bytes of a method's code. Reads past its end yield zero, so that only [`Code::len_at`] must
/// care about truncation.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a>(pub &'a [u8]);

impl<'a> Code<'a> {
    /// The byte at `at`.
    pub fn u8(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or_default()
    }

    /// The unsigned 16-bit operand at `at`.
    pub fn u16(self, at: usize) -> u16 {
        u16::from_be_bytes([self.u8(at), self.u8(at + 1)])
    }

    /// The signed 16-bit operand at `at`.
    pub fn i16(self, at: usize) -> i16 {
        self.u16(at) as i16
    }

    /// The signed 32-bit operand at `at`.
    pub fn i32(self, at: usize) -> i32 {
        let bytes = [0, 1, 2, 3].map(|offset| self.u8(at + offset));
        i32::from_be_bytes(bytes)
    }

    /// The length of the instruction at `pc`; `None` when its opcode or form is illegal or the code
    /// ends within it.
    pub fn len_at(self, pc: usize) -> Option<usize> {
        let len = match *self.0.get(pc)? {
            TABLESWITCH | LOOKUPSWITCH => Switch::at(self, pc)?.end - pc,
            WIDE => match self.u8(pc + 1) {
                IINC => 6,
                ILOAD..=ALOAD | ISTORE..=ASTORE | RET => 4,
                _ => return None,
            },
            opcode => fixed_len(opcode)?,
        };
        (len <= self.0.len() - pc).then_some(len)
    }

    /// The opcode of the instruction at `pc`, and where its first operand lies; `wide` is looked
    /// through.
    pub fn opcode(self, pc: usize) -> (u8, usize) {
        match self.u8(pc) {
            WIDE => (self.u8(pc + 1), pc + 2),
            opcode => (opcode, pc + 1),
        }
    }

    /// The local variable that the instruction at `pc` names, if it is one that loads, stores,
    /// increments or returns from one.
    pub fn local(self, pc: usize) -> Option<u16> {
        let (opcode, operand) = self.opcode(pc);
        Some(match opcode {
            ILOAD..=ALOAD | ISTORE..=ASTORE | IINC | RET => match self.u8(pc) {
                WIDE => self.u16(operand),
                _ => u16::from(self.u8(operand)),
            },
            ILOAD_0..=ALOAD_3 => u16::from((opcode - ILOAD_0) % 4),
            ISTORE_0..=ASTORE_3 => u16::from((opcode - ISTORE_0) % 4),
            _ => return None,
        })
    }

    /// Where the branch, jsr or goto at `pc` goes; `None` for other instructions, switches
    /// included.
    pub fn branch(self, pc: usize) -> Option<i64> {
        let offset = match self.u8(pc) {
            IFEQ..=JSR | IFNULL | IFNONNULL => i32::from(self.i16(pc + 1)),
            GOTO_W | JSR_W => self.i32(pc + 1),
            _ => return None,
        };
        Some(pc as i64 + i64::from(offset))
    }
}

/// The length of an instruction whose opcode alone tells it.
fn fixed_len(opcode: u8) -> Option<usize> {
    Some(match opcode {
        BIPUSH | LDC | ILOAD..=ALOAD | ISTORE..=ASTORE | RET | NEWARRAY => 2,
        SIPUSH | LDC_W | LDC2_W | IINC | IFEQ..=JSR => 3,
        GETSTATIC..=INVOKESTATIC | NEW | ANEWARRAY | CHECKCAST | INSTANCEOF => 3,
        IFNULL | IFNONNULL => 3,
        MULTIANEWARRAY => 4,
        INVOKEINTERFACE | INVOKEDYNAMIC | GOTO_W | JSR_W => 5,
        TABLESWITCH | LOOKUPSWITCH | WIDE => return None,
        202.. => return None,
        _ => 1,
    })
}

/// A tableswitch or lookupswitch whose table lies within the code.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    code: Code<'a>,
    pc: usize,
    /// Where the default offset lies, after the padding.
    table: usize,
    count: usize,
    is_lookup: bool,
    /// The offset after the instruction.
    pub end: usize,
}

impl<'a> Switch<'a> {
    /// The switch at `pc`; `None` when its counts are senseless, its keys unsorted, or the code
    /// ends within it.
    pub fn at(code: Code<'a>, pc: usize) -> Option<Self> {
        let table = (pc + 4) & !3;
        let is_lookup = code.u8(pc) == LOOKUPSWITCH;
        let (count, entries, size) = if is_lookup {
            (i64::from(code.i32(table + 4)), table + 8, 8)
        } else {
            let (low, high) = (code.i32(table + 4), code.i32(table + 8));
            (i64::from(high) - i64::from(low) + 1, table + 12, 4)
        };
        let fits = entries <= code.0.len()
            && count >= i64::from(!is_lookup)
            && count <= ((code.0.len() - entries) / size) as i64;
        if !fits {
            return None;
        }
        let count = count as usize;
        let switch = Switch { code, pc, table, count, is_lookup, end: entries + count * size };
        let mut keys = (0..count).map(|case| switch.key(case));
        let sorted =
            keys.next().is_none_or(|first| keys.try_fold(first, |last, key| (last < key).then_some(key)).is_some());
        sorted.then_some(switch)
    }

    /// How many cases there are, without the default.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The value of the case `case`, counted from 0.
    pub fn key(&self, case: usize) -> i32 {
        if self.is_lookup {
            self.code.i32(self.table + 8 + case * 8)
        } else {
            self.code.i32(self.table + 4).wrapping_add(case as i32)
        }
    }

    /// Where the case `case` goes.
    pub fn target(&self, case: usize) -> i64 {
        let at = if self.is_lookup { self.table + 12 + case * 8 } else { self.table + 12 + case * 4 };
        self.pc as i64 + i64::from(self.code.i32(at))
    }

    /// Where the default goes.
    pub fn default(&self) -> i64 {
        self.pc as i64 + i64::from(self.code.i32(self.table))
    }

    /// The default's target, then those of the cases.
    pub fn targets(self) -> impl Iterator<Item = i64> + 'a {
        std::iter::once(self.default()).chain((0..self.count).map(move |case| self.target(case)))
    }
}

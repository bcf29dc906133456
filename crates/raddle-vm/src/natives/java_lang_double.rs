//! `java.lang.Double` and `java.lang.Float`: values as bits.

use super::{Table, done};

pub(super) static TABLE: Table = Table {
    class: "java/lang/Double",
    methods: &[
        ("doubleToRawLongBits(D)J", |call| done(call.long(0))),
        ("longBitsToDouble(J)D", |call| done(call.double(0))),
    ],
};

pub(super) static FLOAT: Table = Table {
    class: "java/lang/Float",
    methods: &[("floatToRawIntBits(F)I", |call| done(call.int(0))), ("intBitsToFloat(I)F", |call| done(call.float(0)))],
};

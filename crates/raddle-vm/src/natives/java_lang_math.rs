//! `java.lang.Math`: the functions HotSpot replaces by code of its own.
//!
//! On x86 that is Intel's library. Its logarithms and powers are the correctly rounded ones but for one in ten thousand or fewer, and are so here;
//! its exponential function, sine and cosine are followed step by step; its tangent is correctly rounded but for three in a thousand. What HotSpot does not replace goes the JDK's own way, through `StrictMath`.

use super::java_lang_strictmath as strict;
use super::{Call, Table, done};
use crate::double_double;
use crate::elementary;
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Math",
    methods: &[
        ("=sin(D)D", |call| done(elementary::sin(call.double(0)))),
        ("=cos(D)D", |call| done(elementary::cos(call.double(0)))),
        ("=tan(D)D", |call| done(double_double::tan(call.double(0)))),
        ("=exp(D)D", |call| done(elementary::exp(call.double(0)))),
        ("=log(D)D", |call| done(double_double::log(call.double(0)))),
        ("=log10(D)D", |call| done(double_double::log10(call.double(0)))),
        ("=pow(DD)D", |call| done(double_double::pow(call.double(0), call.double(2)))),
        ("=sqrt(D)D", |call| done(call.double(0).sqrt())),
        ("=abs(D)D", |call| done(call.double(0).abs())),
        ("=floor(D)D", |call| done(call.double(0).floor())),
        ("=ceil(D)D", |call| done(call.double(0).ceil())),
        ("=rint(D)D", |call| done(call.double(0).round_ties_even())),
        ("=tanh(D)D", tanh),
        ("=cbrt(D)D", cbrt),
    ],
};

/// The JDK from which HotSpot has code of its own for `tanh` and `cbrt`.
const TANH_SINCE: u32 = 24;
const CBRT_SINCE: u32 = 25;

fn tanh(call: &mut Call) -> Outcome {
    let x = call.double(0);
    done(if call.program.jdk.feature >= TANH_SINCE { double_double::tanh(x) } else { strict::tanh(x) })
}

fn cbrt(call: &mut Call) -> Outcome {
    let x = call.double(0);
    done(if call.program.jdk.feature >= CBRT_SINCE { double_double::cbrt(x) } else { strict::cbrt(x) })
}

//! `java.lang.StrictMath`: the functions JDK 17 has in C. Java demands the results of fdlibm bit for bit.
//!
//! Some functions of crate `libm` descend from fdlibm without a change that shows; the others evaluate their polynomials in another order, so
//! fdlibm's order is written out here.

use super::{Table, done};
use crate::double_double::reduce;
use libm::{atan, exp, expm1};

pub(super) static TABLE: Table = Table {
    class: "java/lang/StrictMath",
    methods: &[
        ("sin(D)D", |call| done(sin(call.double(0)))),
        ("cos(D)D", |call| done(cos(call.double(0)))),
        ("tan(D)D", |call| done(libm::tan(call.double(0)))),
        ("asin(D)D", |call| done(libm::asin(call.double(0)))),
        ("acos(D)D", |call| done(libm::acos(call.double(0)))),
        ("atan(D)D", |call| done(atan(call.double(0)))),
        ("log(D)D", |call| done(log(call.double(0)))),
        ("log10(D)D", |call| done(log10(call.double(0)))),
        ("sqrt(D)D", |call| done(call.double(0).sqrt())),
        ("IEEEremainder(DD)D", |call| done(libm::remainder(call.double(0), call.double(2)))),
        ("atan2(DD)D", |call| done(atan2(call.double(0), call.double(2)))),
        ("sinh(D)D", |call| done(sinh(call.double(0)))),
        ("cosh(D)D", |call| done(cosh(call.double(0)))),
        ("tanh(D)D", |call| done(tanh(call.double(0)))),
        ("expm1(D)D", |call| done(expm1(call.double(0)))),
        ("log1p(D)D", |call| done(log1p(call.double(0)))),
    ],
};

/// The upper half of a double's bits, as the signed number fdlibm compares.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff | (high as u32 as u64) << 32)
}

/// The sine of x + y for |x| up to pi/4, y its tail.
fn kernel_sin(x: f64, y: f64, tail: bool) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if tail { x - ((z * (0.5 * y - v * r) - y) - v * S[0]) } else { x + v * (S[0] + z * r) }
}

/// The cosine of x + y for |x| up to pi/4, y its tail.
fn kernel_cos(x: f64, y: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let q = if ix > 0x3fe9_0000 { 0.28125 } else { f64::from_bits((ix as u64 - 0x0020_0000) << 32) };
    let hz = 0.5 * z - q;
    let a = 1.0 - q;
    a - (hz - (z * r - x * y))
}

fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return kernel_sin(x, 0.0, false);
    }
    let (quadrant, r) = reduce(x);
    match quadrant {
        0 => kernel_sin(r.hi, r.lo, true),
        1 => kernel_cos(r.hi, r.lo),
        2 => -kernel_sin(r.hi, r.lo, true),
        _ => -kernel_cos(r.hi, r.lo),
    }
}

fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if high(x) & 0x7fff_ffff <= 0x3fe9_21fb {
        return kernel_cos(x, 0.0);
    }
    let (quadrant, r) = reduce(x);
    match quadrant {
        0 => kernel_cos(r.hi, r.lo),
        1 => -kernel_sin(r.hi, r.lo, true),
        2 => -kernel_cos(r.hi, r.lo),
        _ => kernel_sin(r.hi, r.lo, true),
    }
}

const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
const LG: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

fn log(x: f64) -> f64 {
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let (mut x, mut k) = (x, 0);
    if x < f64::MIN_POSITIVE {
        k -= 54;
        x *= 18_014_398_509_481_984.0;
    }
    let mut hx = high(x);
    k += (hx >> 20) - 1023;
    hx &= 0xf_ffff;
    let i = (hx + 0x9_5f64) & 0x10_0000;
    x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let f = x - 1.0;
    let dk = k as f64;
    if 0xf_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + dk * LN2_LOW };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - dk * LN2_LOW) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG[1] + w * (LG[3] + w * LG[5]));
    let t2 = z * (LG[0] + w * (LG[2] + w * (LG[4] + w * LG[6])));
    let r = t2 + t1;
    if (hx - 0x6_147a) | (0x6_b851 - hx) > 0 {
        let half = 0.5 * f * f;
        if k == 0 {
            f - (half - s * (half + r))
        } else {
            dk * LN2_HIGH - ((half - (s * (half + r) + dk * LN2_LOW)) - f)
        }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HIGH - ((s * (f - r) - dk * LN2_LOW) - f)
    }
}

fn log10(x: f64) -> f64 {
    const INVERSE_LN10: f64 = std::f64::consts::LOG10_E;
    const LOG10_2_HIGH: f64 = 3.010_299_956_636_117_7e-1;
    const LOG10_2_LOW: f64 = 3.694_239_077_158_931e-13;
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return log(x);
    }
    let (mut x, mut k) = (x, 0);
    if x < f64::MIN_POSITIVE {
        k -= 54;
        x *= 18_014_398_509_481_984.0;
    }
    let hx = high(x);
    k += (hx >> 20) - 1023;
    let i = (k < 0) as i32;
    let y = (k + i) as f64;
    x = with_high(x, hx & 0xf_ffff | (0x3ff - i) << 20);
    let z = y * LOG10_2_LOW + INVERSE_LN10 * log(x);
    z + y * LOG10_2_HIGH
}

fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    let (mut k, mut f, mut hu, mut c) = (1, 0.0, 1, 0.0);
    if hx < 0x3fda_827a {
        if ax >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if ax < 0x3e20_0000 {
            return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            (k, f, hu) = (0, x, 1);
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            c /= u;
        } else {
            u = x;
            hu = high(u);
            k = (hu >> 20) - 1023;
        }
        hu &= 0xf_ffff;
        if hu < 0x6_a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x10_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let dk = k as f64;
    let half = 0.5 * f * f;
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HIGH + (c + dk * LN2_LOW) };
        }
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return if k == 0 { f - r } else { dk * LN2_HIGH - ((r - (dk * LN2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG[0] + z * (LG[1] + z * (LG[2] + z * (LG[3] + z * (LG[4] + z * (LG[5] + z * LG[6]))))));
    if k == 0 {
        f - (half - s * (half + r))
    } else {
        dk * LN2_HIGH - ((half - (s * (half + r) + (dk * LN2_LOW + c))) - f)
    }
}

/// The largest |x| for which half of exp(|x|) is finite, but exp(|x|) is not.
const HALF_EXP_LIMIT: f64 = 710.475_860_073_943_9;

fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x + x;
    }
    let ix = high(x) & 0x7fff_ffff;
    let h = 0.5f64.copysign(x);
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = expm1(x.abs());
        return if ix < 0x3ff0_0000 { h * (2.0 * t - t * t / (t + 1.0)) } else { h * (t + t / (t + 1.0)) };
    }
    if ix < 0x4086_2e42 {
        return h * exp(x.abs());
    }
    if x.abs() <= HALF_EXP_LIMIT {
        let w = exp(0.5 * x.abs());
        return h * w * w;
    }
    f64::INFINITY.copysign(x)
}

fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3fd6_2e43 {
        let t = expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < 0x4086_2e42 {
        return 0.5 * exp(x.abs());
    }
    if x.abs() <= HALF_EXP_LIMIT {
        let w = exp(0.5 * x.abs());
        return 0.5 * w * w;
    }
    f64::INFINITY
}

pub(super) fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let ix = high(x) & 0x7fff_ffff;
    let z = if ix >= 0x4036_0000 {
        1.0
    } else if ix < 0x3c80_0000 {
        return x * (1.0 + x);
    } else if ix >= 0x3ff0_0000 {
        1.0 - 2.0 / (expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    if x.is_sign_negative() { -z } else { z }
}

/// JDK 17's `StrictMath.cbrt` is Java code with these results; here for `Math.cbrt`, which the machine replaces.
pub(super) fn cbrt(x: f64) -> f64 {
    const THIRD: i32 = 715_094_163;
    const THIRD_SUBNORMAL: i32 = 696_219_795;
    if !x.is_finite() || x == 0.0 {
        return x + x;
    }
    let size = x.abs();
    let mut t = if size < f64::MIN_POSITIVE {
        with_high(0.0, high(size * 18_014_398_509_481_984.0) / 3 + THIRD_SUBNORMAL)
    } else {
        with_high(0.0, high(size) / 3 + THIRD)
    };
    let r = t * t / size;
    let s = 19.0 / 35.0 + r * t;
    t *= 5.0 / 14.0 + 45.0 / 28.0 / (s + 99.0 / 70.0 + -864.0 / 1225.0 / s);
    t = with_high(0.0, high(t) + 1);
    let s = t * t;
    let r = size / s;
    let r = (r - t) / (t + t + r);
    (t + t * r).copysign(x)
}

fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return atan(y);
    }
    if y == 0.0 || x == 0.0 || x.is_infinite() || y.is_infinite() {
        return libm::atan2(y, x);
    }
    let k = ((high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff)) >> 20;
    let z = if k > 60 {
        FRAC_PI_2 + 0.5 * PI_LOW
    } else if x < 0.0 && k < -60 {
        0.0
    } else {
        atan((y / x).abs())
    };
    match (x < 0.0, y < 0.0) {
        (false, false) => z,
        (false, true) => -z,
        (true, false) => PI - (z - PI_LOW),
        (true, true) => (z - PI_LOW) - PI,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values printed by `java`.
    #[test]
    fn results_are_those_of_fdlibm() {
        assert_eq!(sin(180.93).to_bits(), 0xbfee_ad9e_9c7d_9ff8);
        assert_eq!(cos(267.8).to_bits(), 0xbfe7_17b1_c956_0a86);
        assert_eq!(log10(212.0).to_bits(), 0x4002_9c55_f9d1_9ba2);
        assert_eq!(sinh(505.0).to_bits(), 0x6d67_9ac6_8ca5_12b5);
    }
}

//! The exponential function, sine and cosine with the results HotSpot's own code has on x86.
//!
//! That code is neither fdlibm's nor correctly rounded: one result in a thousand is off by one in the last place. Programs print such digits, so
//! the machine takes the same steps: table look-up at multiples of ln 2 / 64 and pi / 32, a short polynomial around them, and roundings in the
//! same places. Order and coefficients were found by comparing with what `java` prints; two million values of each function agree but for a few.

use crate::double_double::{self as exact, Sum};
use std::sync::OnceLock;

/// 2^(j/64), cut off to a double, and the relative rest.
struct Power {
    value: f64,
    rest: f64,
}

/// Sine of n pi/32 as a sum; its cosine, as a power of two and the rest, and whole.
struct Angle {
    sine: f64,
    sine_low: f64,
    power: f64,
    rest: f64,
    cosine: f64,
}

fn powers() -> &'static [Power] {
    static POWERS: OnceLock<Vec<Power>> = OnceLock::new();
    POWERS.get_or_init(|| {
        let power = |sum: &Sum| {
            let value = if sum.lo < 0.0 { f64::from_bits(sum.hi.to_bits() - 1) } else { sum.hi };
            Power { value, rest: ((sum.hi - value) + sum.lo) / sum.hi }
        };
        exact::powers_of_two().iter().map(power).collect()
    })
}

fn angles() -> &'static [Angle] {
    static ANGLES: OnceLock<Vec<Angle>> = OnceLock::new();
    ANGLES.get_or_init(|| {
        let angle = |n: i32| {
            let (sine, cosine) = exact::sine_and_cosine_of_32nds(n);
            let size = cosine.hi.abs();
            let below = if size == 0.0 { 0.0 } else { 2f64.powi(size.log2().floor() as i32) };
            let power = if size - below < 2.0 * below - size { below } else { 2.0 * below }.copysign(cosine.hi);
            let rest = cosine - Sum::from(power);
            Angle { sine: sine.hi, sine_low: sine.lo, power, rest: rest.hi, cosine: cosine.hi }
        };
        (0..64).map(angle).collect()
    })
}

/// The exponential function.
pub(crate) fn exp(x: f64) -> f64 {
    // Far out, where results overflow or are subnormal, rounding once is what both do.
    if x.is_nan() || x.abs() > 708.0 {
        return exact::exp(x);
    }
    // ln 2 / 64 in two parts, the first short enough that its multiples are exact.
    const HIGH: f64 = f64::from_bits(0x3f86_2e42_ff00_0000);
    const LOW: f64 = f64::from_bits(0xbd67_1843_2a1b_0e26);
    let multiple = (x * (64.0 * std::f64::consts::LOG2_E)).round_ties_even();
    let y = (x - multiple * HIGH) - multiple * LOW;
    let multiple = multiple as i64;
    let power = &powers()[(multiple & 63) as usize];
    let square = y * y;
    let cube = y * square;
    let fifth = (cube * square) * (8.333_367_833_333_333e-3 + y * (1.0 / 720.0));
    let third = cube * (1.666_666_666_652_291_5e-1 + y * 4.166_666_667_604_167e-2);
    let p = (((y + power.rest) + fifth) + third) + square * 0.5;
    let value = power.value + power.value * p;
    let scale = |power: i64| f64::from_bits(((power + 1023) as u64) << 52);
    let exponent = multiple >> 6;
    if exponent > 1000 { value * scale(1000) * scale(exponent - 1000) } else { value * scale(exponent) }
}

/// pi/32 in three parts, the first two short enough that their multiples are exact.
const PI_32NDS: [f64; 3] = [
    f64::from_bits(0x3fb9_21fb_5440_0000),
    f64::from_bits(0x3d90_b461_1a60_0000),
    f64::from_bits(0x3b63_198a_2e03_7073),
];

/// The sine of an angle that is a number of 32nds of pi more than given.
fn sine_shifted(x: f64, shift: i64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (multiple, r, tail) = if x.abs() < 1e5 { reduce_small(x) } else { reduce_large(x) };
    let angle = &angles()[((multiple + shift) & 63) as usize];
    // sin(b + r) = sin b + cos b r + sin b (cos r - 1) + cos b (sin r - r), the first two with what their sums lose.
    let first = angle.power * r;
    let high = angle.sine + first;
    let first_low = first - (high - angle.sine);
    let second = angle.rest * r;
    let sum = high + second;
    let second_low = second - (sum - high);
    let correction = tail * (angle.cosine - angle.sine * r);
    let square = r * r;
    let fourth = square * square;
    let even = (-0.5 + square * (1.0 / 24.0)) + fourth * (-1.0 / 720.0 + square * (1.0 / 40320.0));
    let odd = (-1.0 / 6.0 + square * (1.0 / 120.0)) + fourth * (-1.0 / 5040.0 + square * (1.0 / 362_880.0));
    let even = (angle.sine * square) * even;
    let odd = ((angle.cosine * r) * square) * odd;
    sum + (((((first_low + correction) + angle.sine_low) + second_low) + odd) + even)
}

/// The nearest multiple of pi/32, the distance from it and what that leaves out.
fn reduce_small(x: f64) -> (i64, f64, f64) {
    let multiple = (x * (32.0 / std::f64::consts::PI)).round_ties_even();
    let first = x - multiple * PI_32NDS[0];
    let second = multiple * PI_32NDS[1];
    let r = first - second;
    (multiple as i64, r, ((first - r) - second) - multiple * PI_32NDS[2])
}

fn reduce_large(x: f64) -> (i64, f64, f64) {
    let (quadrant, rest) = exact::reduce(x);
    let (multiple, r, tail) = reduce_small(rest.hi);
    let tail = tail + rest.lo;
    let sum = r + tail;
    (16 * quadrant as i64 + multiple, sum, (r - sum) + tail)
}

/// The sine.
pub(crate) fn sin(x: f64) -> f64 {
    // Too small for its cube to matter; the sign of zero is kept.
    if x.abs() < 1e-9 { x } else { sine_shifted(x, 0) }
}

/// The cosine.
pub(crate) fn cos(x: f64) -> f64 {
    sine_shifted(x, 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values printed by `java` that are not the correctly rounded ones.
    #[test]
    fn results_are_those_of_hotspot() {
        assert_eq!(exp(4.131_717_201_035_916).to_bits(), 0x404f_2473_e39d_afbe);
        assert_eq!(sin(487.0).to_bits(), 0xbfab_31b7_aa39_dc72);
        assert_eq!(cos(0.861_283_397_783_446_4).to_bits(), 0x3fe4_d8cb_b259_d67a);
    }

    #[test]
    fn angles_of_any_size_are_reduced() {
        assert_eq!(sin(std::f64::consts::PI), 1.224_646_799_147_353_2e-16);
        assert_eq!(sin(1e22), -0.852_200_849_767_188_8);
        assert_eq!(cos(f64::MAX), -0.999_987_689_426_559_9);
    }

    #[test]
    fn special_values_are_themselves() {
        assert_eq!((exp(0.0), exp(f64::NEG_INFINITY), exp(1000.0)), (1.0, 0.0, f64::INFINITY));
        assert!(sin(f64::INFINITY).is_nan() && cos(f64::NAN).is_nan());
        assert!(sin(-0.0).is_sign_negative());
        assert_eq!(cos(0.0), 1.0);
    }
}

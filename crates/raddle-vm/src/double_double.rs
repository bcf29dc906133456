//! Numbers as unevaluated sums of two doubles: about 106 bits, enough to round an elementary function correctly in all but a handful of cases.
//!
//! The sums and products are Dekker's and Knuth's; nothing here depends on the processor having a fused multiply-add, so results are the same
//! on every machine.

use std::ops::{Add, Mul, Neg, Sub};
use std::sync::OnceLock;

/// A sum of two doubles, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    /// The value, rounded to a double.
    pub hi: f64,
    /// What is left.
    pub lo: f64,
}

/// The exact sum of two doubles.
fn two_sum(a: f64, b: f64) -> Sum {
    let hi = a + b;
    let part = hi - a;
    Sum { hi, lo: (a - (hi - part)) + (b - part) }
}

/// The exact sum of two doubles of which the first is not the smaller.
fn quick_sum(a: f64, b: f64) -> Sum {
    let hi = a + b;
    Sum { hi, lo: b - (hi - a) }
}

/// The two halves of a double's digits.
fn split(value: f64) -> (f64, f64) {
    let scaled = value * 134_217_729.0;
    let high = scaled - (scaled - value);
    (high, value - high)
}

/// The exact product of two doubles, as long as it neither overflows nor underflows.
fn two_product(a: f64, b: f64) -> Sum {
    let hi = a * b;
    let ((a1, a2), (b1, b2)) = (split(a), split(b));
    Sum { hi, lo: ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl From<f64> for Sum {
    fn from(value: f64) -> Sum {
        Sum { hi: value, lo: 0.0 }
    }
}

impl Neg for Sum {
    type Output = Sum;

    fn neg(self) -> Sum {
        Sum { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for Sum {
    type Output = Sum;

    fn add(self, other: Sum) -> Sum {
        let high = two_sum(self.hi, other.hi);
        let low = two_sum(self.lo, other.lo);
        let first = quick_sum(high.hi, high.lo + low.hi);
        quick_sum(first.hi, first.lo + low.lo)
    }
}

impl Sub for Sum {
    type Output = Sum;

    fn sub(self, other: Sum) -> Sum {
        self + -other
    }
}

impl Mul for Sum {
    type Output = Sum;

    fn mul(self, other: Sum) -> Sum {
        let product = two_product(self.hi, other.hi);
        quick_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}

impl std::ops::Div for Sum {
    type Output = Sum;

    fn div(self, other: Sum) -> Sum {
        let first = self.hi / other.hi;
        let rest = self - other * Sum::from(first);
        let second = rest.hi / other.hi;
        let rest = rest - other * Sum::from(second);
        quick_sum(first, second) + Sum::from(rest.hi / other.hi)
    }
}

const LN_2: Sum = Sum { hi: std::f64::consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
/// What `LN_2` leaves out.
const LN_2_REST: f64 = 5.707_708_438_416_212e-34;
const HALF_PI: [f64; 3] = [std::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
const INVERSE_LN_10: Sum = Sum { hi: std::f64::consts::LOG10_E, lo: 1.098_319_650_216_765e-17 };

/// The digits of 2/pi after the point, 64 bits a word: enough for the largest double.
const TWO_OVER_PI: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];

/// 1/n!.
const INVERSE_FACTORIAL: [Sum; 31] = [
    Sum { hi: 1.0, lo: 0.0 },
    Sum { hi: 1.0, lo: 0.0 },
    Sum { hi: 0.5, lo: 0.0 },
    Sum { hi: 0.166_666_666_666_666_66, lo: 9.251_858_538_542_97e-18 },
    Sum { hi: 0.041_666_666_666_666_664, lo: 2.312_964_634_635_742_7e-18 },
    Sum { hi: 0.008_333_333_333_333_333, lo: 1.156_482_317_317_871_4e-19 },
    Sum { hi: 0.001_388_888_888_888_889, lo: -5.300_543_954_373_577e-20 },
    Sum { hi: 0.000_198_412_698_412_698_4, lo: 1.720_955_829_342_070_5e-22 },
    Sum { hi: 2.480_158_730_158_73e-05, lo: 2.151_194_786_677_588_2e-23 },
    Sum { hi: 2.755_731_922_398_589_3e-06, lo: -1.858_393_274_046_472e-22 },
    Sum { hi: 2.755_731_922_398_589e-07, lo: 2.376_771_462_225_029_7e-23 },
    Sum { hi: 2.505_210_838_544_172e-08, lo: -1.448_814_070_935_912e-24 },
    Sum { hi: 2.087_675_698_786_81e-09, lo: -1.207_345_059_113_26e-25 },
    Sum { hi: 1.605_904_383_682_161_3e-10, lo: 1.258_529_458_875_209_8e-26 },
    Sum { hi: 1.147_074_559_772_972_5e-11, lo: 2.065_551_275_283_074_5e-28 },
    Sum { hi: 7.647_163_731_819_816e-13, lo: 7.038_728_777_334_53e-30 },
    Sum { hi: 4.779_477_332_387_385e-14, lo: 4.399_205_485_834_081e-31 },
    Sum { hi: 2.811_457_254_345_520_6e-15, lo: 1.650_884_273_086_143_3e-31 },
    Sum { hi: 1.561_920_696_858_622_5e-16, lo: 1.191_067_966_027_375_4e-32 },
    Sum { hi: 8.220_635_246_624_33e-18, lo: 2.214_189_411_960_426_5e-34 },
    Sum { hi: 4.110_317_623_312_165e-19, lo: 1.441_297_337_865_952_7e-36 },
    Sum { hi: 1.957_294_106_339_126_3e-20, lo: -1.364_350_383_008_790_8e-36 },
    Sum { hi: 8.896_791_392_450_574e-22, lo: -7.911_402_614_872_376e-38 },
    Sum { hi: 3.868_170_170_630_684e-23, lo: -8.843_177_655_482_344e-40 },
    Sum { hi: 1.611_737_571_096_118_4e-24, lo: -3.684_657_356_450_976_6e-41 },
    Sum { hi: 6.446_950_284_384_474e-26, lo: -1.933_040_423_370_346_5e-42 },
    Sum { hi: 2.479_596_263_224_797_6e-27, lo: -1.295_373_096_476_522_9e-43 },
    Sum { hi: 9.183_689_863_795_546e-29, lo: 1.430_315_039_678_732_2e-45 },
    Sum { hi: 3.279_889_237_069_838e-30, lo: 1.511_754_274_402_987_9e-46 },
    Sum { hi: 1.130_996_288_644_771_6e-31, lo: 1.049_801_541_295_950_6e-47 },
    Sum { hi: 3.769_987_628_815_905_4e-33, lo: 2.587_034_783_275_032_4e-49 },
];

/// 1/(2n+1).
const INVERSE_ODD: [Sum; 12] = [
    Sum { hi: 1.0, lo: 0.0 },
    Sum { hi: 0.333_333_333_333_333_3, lo: 1.850_371_707_708_594e-17 },
    Sum { hi: 0.2, lo: -1.110_223_024_625_156_6e-17 },
    Sum { hi: 0.142_857_142_857_142_85, lo: 7.930_164_461_608_26e-18 },
    Sum { hi: 0.111_111_111_111_111_1, lo: 6.167_905_692_361_980_4e-18 },
    Sum { hi: 0.090_909_090_909_090_91, lo: -2.523_234_146_875_356e-18 },
    Sum { hi: 0.076_923_076_923_076_93, lo: -4.270_088_556_250_602e-18 },
    Sum { hi: 0.066_666_666_666_666_67, lo: 9.251_858_538_542_971e-19 },
    Sum { hi: 0.058_823_529_411_764_705, lo: 8.163_404_592_832_033e-19 },
    Sum { hi: 0.052_631_578_947_368_42, lo: 2.921_639_538_487_254e-18 },
    Sum { hi: 0.047_619_047_619_047_616, lo: 2.643_388_153_869_42e-18 },
    Sum { hi: 0.043_478_260_869_565_216, lo: 1.206_764_157_201_257e-18 },
];

/// A value times a power of two, rounded once even where the result is subnormal.
fn scale(value: Sum, power: i32) -> f64 {
    let two = |power: i32| f64::from_bits(((power + 1023) as u64) << 52);
    if power > 1000 {
        return value.hi * two(1000) * two(power - 1000);
    }
    if power >= -1020 {
        return value.hi * two(power);
    }
    // Counted in units of the smallest double, which is what the bits of a subnormal do.
    let units = |part: f64| part * two(power + 1074);
    let whole = units(value.hi).floor();
    let rest = (units(value.hi) - whole) + units(value.lo);
    let up = rest > 0.5 || rest == 0.5 && whole as u64 & 1 != 0;
    f64::from_bits(whole as u64 + up as u64)
}

/// exp(r) - 1 for |r| up to 1 or so.
fn exp_minus_one(r: Sum) -> Sum {
    // A small enough argument by halving, Taylor's series, and as many doublings: exp(2r) - 1 = m (m + 2).
    const HALVINGS: i32 = 6;
    let factor = 1.0 / (1 << HALVINGS) as f64;
    let r = Sum { hi: r.hi * factor, lo: r.lo * factor };
    let mut sum = INVERSE_FACTORIAL[14];
    for coefficient in INVERSE_FACTORIAL[1..14].iter().rev() {
        sum = sum * r + *coefficient;
    }
    let mut sum = sum * r;
    for _ in 0..HALVINGS {
        sum = sum * (sum + Sum::from(2.0));
    }
    sum
}

/// e to the power of a sum, as a sum and a power of two.
fn exp_parts(x: Sum) -> (Sum, i32) {
    let k = (x.hi * std::f64::consts::LOG2_E).round();
    let r = x - LN_2 * Sum::from(k) - Sum::from(LN_2_REST * k);
    (exp_minus_one(r) + Sum::from(1.0), k as i32)
}

fn exp_of(x: Sum) -> f64 {
    if x.hi > 710.0 {
        return f64::INFINITY;
    }
    if x.hi < -746.0 {
        return 0.0;
    }
    let (value, power) = exp_parts(x);
    scale(value, power)
}

/// The exponential function.
pub(crate) fn exp(x: f64) -> f64 {
    if x.is_nan() { x } else { exp_of(Sum::from(x)) }
}

/// For the quick way, of a number near 1 + i/128: its inverse, in eleven bits, and the logarithm of that inverse's inverse.
struct Step {
    inverse: f64,
    log: Sum,
}

fn steps() -> &'static [Step] {
    static STEPS: OnceLock<Vec<Step>> = OnceLock::new();
    STEPS.get_or_init(|| {
        let step = |index: u32| {
            let inverse = (1024.0 / (1.0 + (index as f64 + 0.5) / 128.0)).round() / 1024.0;
            Step { inverse, log: -log_of(inverse) }
        };
        (0..128).map(step).collect()
    })
}

/// How far the quick ways may be off, relative to 1 or to a logarithm's size if that is larger.
const QUICK_ERROR: f64 = 1.0 / (1u128 << 64) as f64;

/// The natural logarithm of a normal double, off by no more than `QUICK_ERROR`.
fn quick_log(x: f64) -> Sum {
    let k = ((x.to_bits() >> 52) as i32 - 1023) as f64;
    let m = f64::from_bits(x.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    let step = &steps()[(m.to_bits() >> 45) as usize & 127];
    // m / c - 1, at most 1/128: the product is exact as a sum, and so is what is left of it.
    let product = two_product(m, step.inverse);
    let r = quick_sum(product.hi - 1.0, product.lo);
    let square = two_product(r.hi, r.hi);
    let h = r.hi;
    let rest = h
        * square.hi
        * (1.0 / 3.0 + h * (-1.0 / 4.0 + h * (1.0 / 5.0 + h * (-1.0 / 6.0 + h * (1.0 / 7.0 + h * (-1.0 / 8.0))))));
    let low = r.lo - r.hi * r.lo + rest - 0.5 * square.lo;
    let high = two_sum(r.hi, -0.5 * square.hi);
    LN_2 * Sum::from(k) + step.log + Sum { hi: high.hi, lo: high.lo + low }
}

/// The double a sum rounds to, if it does so whatever the error up to a bound is.
fn rounded(sum: Sum, error: f64) -> Option<f64> {
    let (low, high) = (sum.hi + (sum.lo - error), sum.hi + (sum.lo + error));
    (low == high).then_some(low)
}

/// The natural logarithm of a positive finite double.
fn log_of(x: f64) -> Sum {
    let (mut m, mut k) = (x, 0);
    if m < f64::MIN_POSITIVE {
        m *= (1u64 << 54) as f64;
        k -= 54;
    }
    k += (m.to_bits() >> 52) as i32 - 1023;
    m = f64::from_bits(m.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        k += 1;
    }
    let log = if (m - 1.0).abs() < 0.03 {
        // 2 artanh(f / (2 + f)), whose relative error stays small next to 1.
        let f = Sum::from(m - 1.0);
        let s = f / (f + Sum::from(2.0));
        let square = s * s;
        let mut sum = INVERSE_ODD[11];
        for coefficient in INVERSE_ODD[1..11].iter().rev() {
            sum = sum * square + *coefficient;
        }
        let s = s + s * (sum * square);
        Sum { hi: s.hi * 2.0, lo: s.lo * 2.0 }
    } else {
        // One step of Newton's from an estimate good to a double: log m = y + log(m exp(-y)).
        let y = libm::log(m);
        let t = (exp_minus_one(Sum::from(-y)) + Sum::from(1.0)) * Sum::from(m) - Sum::from(1.0);
        let half_square = t.hi * t.hi * 0.5;
        Sum::from(y) + (t - Sum::from(half_square))
    };
    LN_2 * Sum::from(k as f64) + log
}

/// The natural logarithm.
pub(crate) fn log(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return libm::log(x);
    }
    let quick = is_far_from_one(x).then(|| quick_log(x));
    quick.and_then(|log| rounded(log, QUICK_ERROR * log.hi.abs().max(1.0))).unwrap_or_else(|| log_of(x).hi)
}

/// Whether a positive double is normal and its logarithm not small, so that the quick way is good.
fn is_far_from_one(x: f64) -> bool {
    x >= f64::MIN_POSITIVE && (x - 1.0).abs() > 1.0 / 16.0
}

/// The decimal logarithm.
pub(crate) fn log10(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return libm::log10(x);
    }
    let quick = is_far_from_one(x).then(|| quick_log(x) * INVERSE_LN_10);
    quick
        .and_then(|log| rounded(log, QUICK_ERROR * log.hi.abs().max(1.0)))
        .unwrap_or_else(|| (log_of(x) * INVERSE_LN_10).hi)
}

/// x to a small whole power, where the exact result has at most 106 bits and may lie half-way between two doubles.
fn exact_power(x: f64, y: f64) -> Option<f64> {
    if !(2.0..=64.0).contains(&y) || y.fract() != 0.0 {
        return None;
    }
    let digits = 53 - (x.to_bits() | 1 << 52).trailing_zeros().min(52);
    if digits as f64 * y > 106.0 || x.abs() > 1e15 || x.abs() < 1e-15 {
        return None;
    }
    let mut power = Sum::from(x);
    for _ in 1..y as u32 {
        power = power * Sum::from(x);
    }
    Some(power.hi)
}

/// x to the power y the quick way, if the result is normal and rounds the same whatever the error is.
fn quick_pow(x: f64, y: f64) -> Option<f64> {
    if !is_far_from_one(x) || y.abs() > 1e6 {
        return None;
    }
    let exponent = quick_log(x) * Sum::from(y);
    if exponent.hi.abs() > 700.0 {
        return None;
    }
    let multiple = (exponent.hi * (64.0 * std::f64::consts::LOG2_E)).round_ties_even();
    let r = exponent - LN_2 * Sum::from(multiple / 64.0);
    let multiple = multiple as i64;
    let square = two_product(r.hi, r.hi);
    let h = r.hi;
    let rest = h * square.hi * (1.0 / 6.0 + h * (1.0 / 24.0 + h * (1.0 / 120.0 + h * (1.0 / 720.0))));
    let low = r.lo + r.hi * r.lo + rest + 0.5 * square.lo;
    let high = two_sum(r.hi, 0.5 * square.hi);
    let power = powers_of_two()[(multiple & 63) as usize];
    let value = power + power * Sum { hi: high.hi, lo: high.lo + low };
    let error = QUICK_ERROR * (1.0 + y.abs() * exponent_scale(x)) * 4.0;
    rounded(quick_sum(value.hi, value.lo), error).map(|value| scale(Sum::from(value), (multiple >> 6) as i32))
}

/// The size of a logarithm, or 1 if that is larger: what the quick way's error is relative to.
fn exponent_scale(x: f64) -> f64 {
    (((x.to_bits() >> 52) as f64 - 1023.0) * std::f64::consts::LN_2).abs().max(1.0)
}

/// 2^(j/64).
pub(crate) fn powers_of_two() -> &'static [Sum] {
    static POWERS: OnceLock<Vec<Sum>> = OnceLock::new();
    POWERS.get_or_init(|| (0..64).map(|j| exp_minus_one(LN_2 * Sum::from(j as f64 / 64.0)) + Sum::from(1.0)).collect())
}

/// x to the power y.
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    let special =
        x.is_nan() || y.is_nan() || x == 0.0 || x.is_infinite() || y.is_infinite() || y == 0.0 || x == 1.0 || x == -1.0;
    let whole = y.fract() == 0.0;
    if special || x < 0.0 && !whole {
        // Java differs from C here: one to the power of anything that is not a number, or minus one to an infinity, is not a number.
        if y.is_nan() || x.abs() == 1.0 && y.is_infinite() {
            return f64::NAN;
        }
        return libm::pow(x, y);
    }
    if y == 1.0 {
        return x;
    }
    if y == 2.0 {
        return x * x;
    }
    if let Some(power) = exact_power(x, y) {
        return power;
    }
    let odd = whole && y.abs() < 9_007_199_254_740_992.0 && y as i64 & 1 != 0;
    if let Some(size) = quick_pow(x.abs(), y) {
        return if x < 0.0 && odd { -size } else { size };
    }
    let log = log_of(x.abs());
    let estimate = log.hi * y;
    let size = if estimate > 800.0 {
        f64::INFINITY
    } else if estimate < -800.0 {
        0.0
    } else {
        exp_of(log * Sum::from(y))
    };
    if x < 0.0 && odd { -size } else { size }
}

/// An angle's distance from the nearest multiple of pi/2, and that multiple modulo 4.
pub(crate) fn reduce(x: f64) -> (u32, Sum) {
    let size = x.abs();
    if size <= std::f64::consts::FRAC_PI_4 {
        return (0, Sum::from(x));
    }
    let (quadrant, rest) = reduce_positive(size);
    if x < 0.0 { (quadrant.wrapping_neg() & 3, -rest) } else { (quadrant, rest) }
}

/// Multiplies by 2/pi in whole numbers (Payne and Hanek): only the digits that matter modulo 4 are looked at, and none of those is lost.
fn reduce_positive(x: f64) -> (u32, Sum) {
    let bits = x.to_bits();
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let exponent = (bits >> 52) as i32 - 1075;
    let first = (exponent - 2).max(0) as usize;
    // Four words of 2/pi from bit `first` on, times the mantissa: five words, the first the highest.
    let mut product = [0u64; 5];
    let mut carry = 0u128;
    for index in (0..4).rev() {
        let (word, shift) = (first / 64 + index, first % 64);
        let at = |word: usize| TWO_OVER_PI.get(word).copied().unwrap_or(0);
        let digits = if shift == 0 { at(word) } else { at(word) << shift | at(word + 1) >> (64 - shift) };
        carry += digits as u128 * mantissa as u128;
        product[index + 1] = carry as u64;
        carry >>= 64;
    }
    product[0] = carry as u64;
    // Aligned so that two bits stand before the point.
    let shift = exponent - first as i32 + 62;
    let (words, bits) = ((shift / 64) as usize, shift as u32 % 64);
    let shifted: [u64; 5] = std::array::from_fn(|index| {
        let at = |index: usize| product.get(index).copied().unwrap_or(0);
        let (high, low) = (at(index + words), at(index + words + 1));
        if bits == 0 { high } else { high << bits | low >> (64 - bits) }
    });
    let mut quadrant = (shifted[0] >> 62) as u32;
    let mut fraction = shifted;
    fraction[0] <<= 2;
    for index in 1..5 {
        fraction[index - 1] |= fraction[index] >> 62;
        fraction[index] <<= 2;
    }
    let negative = fraction[0] >> 63 != 0;
    if negative {
        quadrant = (quadrant + 1) & 3;
        let mut carry = true;
        for word in fraction.iter_mut().rev() {
            let (value, overflow) = (!*word).overflowing_add(carry as u64);
            (*word, carry) = (value, overflow);
        }
    }
    let rest = fraction_times_half_pi(fraction);
    (quadrant, if negative { -rest } else { rest })
}

/// A fraction of 320 bits, times pi/2.
fn fraction_times_half_pi(fraction: [u64; 5]) -> Sum {
    let zeros = fraction.iter().take_while(|&&word| word == 0).count() * 64;
    let zeros = zeros + fraction.iter().find(|&&word| word != 0).map_or(0, |word| word.leading_zeros() as usize);
    let digits = |from: usize| {
        let (word, shift) = (from / 64, from % 64);
        let at = |word: usize| fraction.get(word).copied().unwrap_or(0);
        let value = if shift == 0 { at(word) } else { at(word) << shift | at(word + 1) >> (64 - shift) };
        (value >> 11) as f64 * 2f64.powi(-(from as i32) - 53)
    };
    let (f0, f1, f2) = (digits(zeros), digits(zeros + 53), digits(zeros + 106));
    let head = two_product(f0, HALF_PI[0]);
    let middle = two_product(f0, HALF_PI[1]) + two_product(f1, HALF_PI[0]);
    let tail = f0 * HALF_PI[2] + f1 * HALF_PI[1] + f2 * HALF_PI[0];
    head + middle + Sum::from(tail)
}

/// The sine of a small angle.
fn sine(r: Sum) -> Sum {
    let square = -(r * r);
    let mut sum = INVERSE_FACTORIAL[27];
    for n in (3..27).step_by(2).rev() {
        sum = sum * square + INVERSE_FACTORIAL[n];
    }
    r + r * (sum * square)
}

/// The cosine of a small angle.
fn cosine(r: Sum) -> Sum {
    let square = -(r * r);
    let mut sum = INVERSE_FACTORIAL[28];
    for n in (2..28).step_by(2).rev() {
        sum = sum * square + INVERSE_FACTORIAL[n];
    }
    sum * square + Sum::from(1.0)
}

/// Sine and cosine of n pi/32, n from 0 to 63.
pub(crate) fn sine_and_cosine_of_32nds(n: i32) -> (Sum, Sum) {
    let (quadrant, rest) = (((n + 8) / 16) & 3, (n + 8) % 16 - 8);
    let r = Sum { hi: HALF_PI[0], lo: HALF_PI[1] } * Sum::from(rest as f64 / 16.0);
    let (sine, cosine) = (sine(r), cosine(r));
    match quadrant {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

/// The tangent.
pub(crate) fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    if x.abs() < 1e-8 {
        return x;
    }
    let (quadrant, r) = reduce(x);
    let value = if quadrant & 1 == 0 { sine(r) / cosine(r) } else { -(cosine(r) / sine(r)) };
    value.hi
}

/// The hyperbolic tangent.
pub(crate) fn tanh(x: f64) -> f64 {
    if x.is_nan() || x.abs() < 1e-8 {
        return x;
    }
    if x.abs() > 22.0 {
        return 1f64.copysign(x);
    }
    let double = Sum::from(2.0 * x.abs());
    let m = if double.hi < 0.5 {
        exp_minus_one(double)
    } else {
        let (value, power) = exp_parts(double);
        let factor = 2f64.powi(power);
        Sum { hi: value.hi * factor, lo: value.lo * factor } - Sum::from(1.0)
    };
    (m / (m + Sum::from(2.0))).hi.copysign(x)
}

/// The cube root.
pub(crate) fn cbrt(x: f64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return x;
    }
    // Scaled by a power of eight so that the cube neither overflows nor underflows.
    let factor = if x.abs() < 1e-200 {
        2f64.powi(300)
    } else if x.abs() > 1e200 {
        2f64.powi(-300)
    } else {
        1.0
    };
    let scaled = x * factor;
    let y = Sum::from(libm::cbrt(scaled));
    let correction = (y * y * y - Sum::from(scaled)) / (Sum::from(3.0) * y * y);
    (y - correction).hi / libm::cbrt(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_exact_comes_out_exact() {
        assert_eq!(log10(1e15), 15.0);
        assert_eq!(pow(3.0, 4.0), 81.0);
        assert_eq!(pow(2.0, -1074.0), 5e-324);
        assert_eq!(pow(10.0, 2.0), 100.0);
        assert_eq!(cbrt(-27.0), -3.0);
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(log(1.0), 0.0);
    }

    #[test]
    fn angles_of_any_size_are_reduced() {
        assert_eq!(tan(-1.0), -1.557_407_724_654_902_3);
        assert_eq!(tan(1e22), -1.628_778_225_606_898_8);
        let (quadrant, rest) = reduce(std::f64::consts::PI);
        assert_eq!((quadrant, rest.hi), (2, -1.224_646_799_147_353_2e-16));
    }
}

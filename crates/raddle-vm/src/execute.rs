//! The executor: runs one thread's register code until something stops it.
//!
//! The loop only executes. Whatever needs a name, a class or memory that is not there is done elsewhere in the machine and comes back as an `Exit`;
//! linked instructions replace unlinked ones in place.

use crate::event::Action;
use crate::heap::{Packing, Ref, mark};
use crate::machine::{Exit, Machine};
use crate::quiet::Noise;
use crate::thread::{Frame, Thread, ThreadId};
use crate::watch::Watch;
use raddle_program::class::{Cases, ClassId, ClassUse, FieldId, MethodId};
use raddle_program::insn::Insn;
use std::cell::Cell;

/// Why a thread stopped.
#[derive(Debug)]
pub enum Stop {
    /// It used its turn up.
    Budget,
    /// It waits, or has ended: its state says which.
    Blocked,
    /// It stands before an operation another thread could notice.
    Visible,
    /// The program ended with this code.
    Halt(i32),
    /// The machine cannot go on.
    Fatal(String),
}

#[inline]
fn float(slot: u64) -> f32 {
    f32::from_bits(slot as u32)
}

#[inline]
fn double(slot: u64) -> f64 {
    f64::from_bits(slot)
}

#[inline]
fn int(value: i32) -> u64 {
    value as u32 as u64
}

/// Three-way comparison with the answer for NaN given (JVMS 6.5.fcmp).
#[inline]
fn compare<T: PartialOrd>(a: T, b: T, unordered: i32) -> u64 {
    int(if a > b {
        1
    } else if a == b {
        0
    } else if a < b {
        -1
    } else {
        unordered
    })
}

impl Machine {
    /// Runs a thread for about `budget` calls and backward jumps.
    pub fn run_thread<W: Watch>(&mut self, id: ThreadId, budget: i64) -> Stop {
        self.current = id;
        execute::<W>(self, id, budget)
    }
}

/// Where the running frame is, as raw pointers the loop keeps in registers. Loaded anew after anything that may push, pop or move frames.
struct Place {
    code: *const Cell<Insn>,
    registers: *mut u64,
    frame: *mut Frame,
    pc: usize,
}

fn place(machine: &mut Machine, id: ThreadId) -> Place {
    let thread: &mut Thread = &mut machine.threads[id.index()];
    let base = thread.stack.as_mut_ptr();
    let frame = thread.frames.last_mut().expect("a thread that runs has a frame");
    let code = machine.hot[frame.method.index()].code;
    // SAFETY: `push_frame` and the call sequence below keep `frame.base` plus the method's registers within the stack.
    let registers = unsafe { base.add(frame.base as usize) };
    Place { code, registers, pc: frame.pc as usize, frame }
}

fn execute<W: Watch>(vm: &mut Machine, id: ThreadId, mut budget: i64) -> Stop {
    let full = budget;
    let Place { mut code, mut registers, mut frame, mut pc } = place(vm, id);

    macro_rules! stop {
        ($stop:expr) => {{
            let used = (full - budget).max(0) as u64;
            vm.instructions += used;
            if !W::ON {
                vm.clock.advance(used * 10);
            }
            return $stop;
        }};
    }

    loop {
        let exit: Exit = 'run: {
            // SAFETY of `get!`/`set!`: the translator gives only registers below `Code::registers`, and the frame's registers are within the
            // thread's stack (see `place`). Verified or trusted code reads only what it wrote.
            macro_rules! get {
                ($register:expr) => {
                    // SAFETY: see above.
                    unsafe { *registers.add($register as usize) }
                };
            }
            macro_rules! set {
                ($register:expr, $value:expr) => {{
                    let value = $value;
                    // SAFETY: see above.
                    unsafe { *registers.add($register as usize) = value }
                }};
            }
            macro_rules! geti {
                ($register:expr) => {
                    get!($register) as i32
                };
            }
            macro_rules! getl {
                ($register:expr) => {
                    get!($register) as i64
                };
            }
            // Notes in the frame where it stands; needed before anything that looks at frames.
            macro_rules! sync {
                () => {
                    // SAFETY: `frame` points at the running frame until frames change, after which it is loaded anew.
                    unsafe { (*frame).pc = (pc - 1) as u32 }
                };
            }
            macro_rules! fail {
                ($exit:expr) => {{
                    sync!();
                    let exit = $exit;
                    break 'run exit;
                }};
            }
            macro_rules! attempt {
                ($outcome:expr) => {{
                    sync!();
                    match $outcome {
                        Ok(value) => value,
                        Err(exit) => break 'run exit,
                    }
                }};
            }
            macro_rules! jump {
                ($t:expr) => {
                    pc = (pc as isize + $t as isize) as usize
                };
            }
            macro_rules! branch {
                ($condition:expr, $t:expr) => {
                    if $condition {
                        jump!($t);
                    }
                };
            }
            macro_rules! object {
                ($register:expr) => {{
                    let object = Ref(get!($register) as u32);
                    if object.0 == 0 {
                        fail!(vm.null_pointer());
                    }
                    object
                }};
            }
            macro_rules! element {
                ($a:expr, $b:expr) => {{
                    let array = object!($a);
                    let index = geti!($b);
                    let length = vm.heap.length(array);
                    if index as u32 >= length {
                        fail!(vm.index_error(index, length));
                    }
                    (array, index as u32)
                }};
            }
            // In a watched run, stops before an access to something shared.
            macro_rules! visible {
                ($object:expr, $slot:expr, $action:expr) => {
                    if W::ON {
                        sync!();
                        if vm.stop_before($object, $slot, $action) {
                            stop!(Stop::Visible);
                        }
                    }
                };
            }
            macro_rules! noted {
                ($action:expr, $object:expr, $slot:expr, $value:expr, $reference:expr) => {
                    if W::ON {
                        vm.note_access($action, $object, $slot, $value, $reference);
                    }
                };
            }
            macro_rules! visible_static {
                ($field:expr, $action:expr) => {
                    if W::ON {
                        sync!();
                        if vm.stop_before_static(FieldId($field), $action) {
                            stop!(Stop::Visible);
                        }
                    }
                };
            }
            macro_rules! relink {
                () => {{
                    // SAFETY: `pc - 1` is the instruction just fetched.
                    let cell = unsafe { &*code.add(pc - 1) };
                    // SAFETY: see `sync!`.
                    let method = unsafe { (*frame).method };
                    let linked = attempt!(vm.link(method, cell.get()));
                    cell.set(linked);
                    pc -= 1;
                }};
            }
            macro_rules! settle {
                ($insn:expr) => {{
                    // SAFETY: `pc - 1` is the instruction just fetched.
                    unsafe { &*code.add(pc - 1) }.set($insn);
                }};
            }
            macro_rules! class_at {
                ($index:expr) => {{
                    // SAFETY: see `sync!`.
                    let method = unsafe { (*frame).method };
                    match vm.program.methods[method.index()]
                        .code
                        .as_ref()
                        .map(|code| code.classes[$index as usize].get())
                    {
                        Some(ClassUse::Class(class)) => class,
                        _ => fail!(Exit::Fatal("a linked instruction names an unlinked class".into())),
                    }
                }};
            }
            macro_rules! reload {
                () => {{
                    let now = place(vm, id);
                    code = now.code;
                    registers = now.registers;
                    frame = now.frame;
                    pc = now.pc;
                }};
            }
            macro_rules! call {
                ($method:expr, $base:expr) => {{
                    let method: u32 = $method;
                    let hot = vm.hot[method as usize];
                    sync!();
                    if hot.code.is_null() {
                        // SAFETY: see `sync!`.
                        let base = unsafe { (*frame).base } as usize + $base as usize;
                        match vm.call_slow(MethodId(method), base) {
                            Ok(Some(value)) => {
                                budget -= 1;
                                // Natives may grow the stack.
                                reload!();
                                pc += 1;
                                set!($base, value);
                                if vm.yielded || vm.gc_asked {
                                    // SAFETY: see `sync!`.
                                    unsafe { (*frame).pc = pc as u32 };
                                    stop!(Stop::Budget);
                                }
                                continue;
                            }
                            Ok(None) => {
                                pc -= 1;
                                continue;
                            }
                            Err(exit) => break 'run exit,
                        }
                    }
                    // SAFETY: see `sync!`.
                    let base = unsafe { (*frame).base } + $base as u32;
                    if W::ON
                        && hot.noise != Noise::Neutral
                        && vm.enter_noise(hot.noise, MethodId(method), base as usize)
                    {
                        stop!(Stop::Visible);
                    }
                    let thread: &mut Thread = &mut vm.threads[id.index()];
                    if (base + hot.registers) as usize + 16 > thread.stack.len() {
                        attempt!(vm.push_frame(MethodId(method), base as usize, &[]));
                        reload!();
                    } else {
                        thread.frames.push(Frame { method: MethodId(method), pc: 0, base });
                        let last = thread.frames.len() - 1;
                        frame = &raw mut thread.frames[last];
                        // SAFETY: the callee's registers end within the stack, as just checked.
                        registers = unsafe { registers.add($base as usize) };
                        code = hot.code;
                        pc = 0;
                    }
                    budget -= 1;
                    if budget <= 0 {
                        // SAFETY: see `sync!`.
                        unsafe { (*frame).pc = pc as u32 };
                        stop!(Stop::Budget);
                    }
                }};
            }
            macro_rules! leave {
                () => {{
                    let thread: &mut Thread = &mut vm.threads[id.index()];
                    thread.pop_frame();
                    if W::ON && (thread.frames.len() as u32) < thread.hush.frames {
                        vm.frames_left();
                    }
                    let thread: &mut Thread = &mut vm.threads[id.index()];
                    let last = thread.frames.len() - 1;
                    let caller = &mut thread.frames[last];
                    code = vm.hot[caller.method.index()].code;
                    pc = caller.pc as usize + 1;
                    // SAFETY: as in `place`.
                    registers = unsafe { thread.stack.as_mut_ptr().add(caller.base as usize) };
                    frame = caller;
                }};
            }
            macro_rules! binary_i {
                ($d:expr, $a:expr, $b:expr, $f:expr) => {
                    set!($d, int($f(geti!($a), geti!($b))))
                };
            }
            macro_rules! binary_l {
                ($d:expr, $a:expr, $b:expr, $f:expr) => {
                    set!($d, $f(getl!($a), getl!($b)) as u64)
                };
            }
            macro_rules! binary_f {
                ($d:expr, $a:expr, $b:expr, $f:expr) => {
                    set!($d, f32::to_bits($f(float(get!($a)), float(get!($b)))) as u64)
                };
            }
            macro_rules! binary_d {
                ($d:expr, $a:expr, $b:expr, $f:expr) => {
                    set!($d, f64::to_bits($f(double(get!($a)), double(get!($b)))))
                };
            }

            loop {
                // SAFETY: every path through translated code ends in a jump, a return or a throw, so `pc` stays within it.
                let insn = unsafe { &*code.add(pc) }.get();
                if W::AIMED {
                    // SAFETY: see `sync!`.
                    vm.come_by(unsafe { (*frame).method }, pc);
                }
                pc += 1;
                match insn {
                    Insn::Nop {} => {}
                    Insn::Move { d, a } => set!(d, get!(a)),
                    Insn::ConstI { d, k } => set!(d, int(k)),
                    Insn::ConstRef { d, r } => set!(d, r as u64),
                    Insn::ConstL { d, k } => set!(d, k as i64 as u64),
                    Insn::ConstWord { d, word } => set!(d, vm.heap.word(word)),
                    Insn::ConstWide { d, k } => {
                        // SAFETY: see `sync!`.
                        let method = unsafe { (*frame).method };
                        let wide =
                            vm.program.methods[method.index()].code.as_ref().map_or(0, |code| code.wide[k as usize]);
                        set!(d, wide)
                    }

                    Insn::IAdd { d, a, b } => binary_i!(d, a, b, i32::wrapping_add),
                    Insn::ISub { d, a, b } => binary_i!(d, a, b, i32::wrapping_sub),
                    Insn::IMul { d, a, b } => binary_i!(d, a, b, i32::wrapping_mul),
                    Insn::IDiv { d, a, b } => {
                        if geti!(b) == 0 {
                            fail!(vm.error("java/lang/ArithmeticException", "/ by zero"));
                        }
                        binary_i!(d, a, b, i32::wrapping_div)
                    }
                    Insn::IRem { d, a, b } => {
                        if geti!(b) == 0 {
                            fail!(vm.error("java/lang/ArithmeticException", "/ by zero"));
                        }
                        binary_i!(d, a, b, i32::wrapping_rem)
                    }
                    Insn::IAnd { d, a, b } => set!(d, get!(a) & get!(b)),
                    Insn::IOr { d, a, b } => set!(d, get!(a) | get!(b)),
                    Insn::IXor { d, a, b } => set!(d, get!(a) ^ get!(b)),
                    Insn::IShl { d, a, b } => binary_i!(d, a, b, |x: i32, n: i32| x.wrapping_shl(n as u32)),
                    Insn::IShr { d, a, b } => binary_i!(d, a, b, |x: i32, n: i32| x.wrapping_shr(n as u32)),
                    Insn::IUshr { d, a, b } => {
                        binary_i!(d, a, b, |x: i32, n: i32| (x as u32).wrapping_shr(n as u32) as i32)
                    }
                    Insn::IAddK { d, a, k } => set!(d, int(geti!(a).wrapping_add(k as i32))),
                    Insn::IMulK { d, a, k } => set!(d, int(geti!(a).wrapping_mul(k as i32))),
                    Insn::IDivK { d, a, k } => set!(d, int(geti!(a).wrapping_div(k as i32))),
                    Insn::IRemK { d, a, k } => set!(d, int(geti!(a).wrapping_rem(k as i32))),
                    Insn::IAndK { d, a, k } => set!(d, int(geti!(a) & k as i32)),
                    Insn::IOrK { d, a, k } => set!(d, int(geti!(a) | k as i32)),
                    Insn::IXorK { d, a, k } => set!(d, int(geti!(a) ^ k as i32)),
                    Insn::IShlK { d, a, k } => set!(d, int(geti!(a).wrapping_shl(k as u32))),
                    Insn::IShrK { d, a, k } => set!(d, int(geti!(a).wrapping_shr(k as u32))),
                    Insn::IUshrK { d, a, k } => set!(d, (get!(a) as u32).wrapping_shr(k as u32) as u64),
                    Insn::INeg { d, a } => set!(d, int(geti!(a).wrapping_neg())),

                    Insn::LAdd { d, a, b } => binary_l!(d, a, b, i64::wrapping_add),
                    Insn::LSub { d, a, b } => binary_l!(d, a, b, i64::wrapping_sub),
                    Insn::LMul { d, a, b } => binary_l!(d, a, b, i64::wrapping_mul),
                    Insn::LDiv { d, a, b } => {
                        if getl!(b) == 0 {
                            fail!(vm.error("java/lang/ArithmeticException", "/ by zero"));
                        }
                        binary_l!(d, a, b, i64::wrapping_div)
                    }
                    Insn::LRem { d, a, b } => {
                        if getl!(b) == 0 {
                            fail!(vm.error("java/lang/ArithmeticException", "/ by zero"));
                        }
                        binary_l!(d, a, b, i64::wrapping_rem)
                    }
                    Insn::LAnd { d, a, b } => set!(d, get!(a) & get!(b)),
                    Insn::LOr { d, a, b } => set!(d, get!(a) | get!(b)),
                    Insn::LXor { d, a, b } => set!(d, get!(a) ^ get!(b)),
                    Insn::LShl { d, a, b } => set!(d, get!(a).wrapping_shl(get!(b) as u32)),
                    Insn::LShr { d, a, b } => set!(d, getl!(a).wrapping_shr(get!(b) as u32) as u64),
                    Insn::LUshr { d, a, b } => set!(d, get!(a).wrapping_shr(get!(b) as u32)),
                    Insn::LAddK { d, a, k } => set!(d, getl!(a).wrapping_add(k as i64) as u64),
                    Insn::LMulK { d, a, k } => set!(d, getl!(a).wrapping_mul(k as i64) as u64),
                    Insn::LAndK { d, a, k } => set!(d, get!(a) & k as i64 as u64),
                    Insn::LShlK { d, a, k } => set!(d, get!(a).wrapping_shl(k as u32)),
                    Insn::LShrK { d, a, k } => set!(d, getl!(a).wrapping_shr(k as u32) as u64),
                    Insn::LUshrK { d, a, k } => set!(d, get!(a).wrapping_shr(k as u32)),
                    Insn::LNeg { d, a } => set!(d, getl!(a).wrapping_neg() as u64),

                    Insn::FAdd { d, a, b } => binary_f!(d, a, b, |x, y| x + y),
                    Insn::FSub { d, a, b } => binary_f!(d, a, b, |x, y| x - y),
                    Insn::FMul { d, a, b } => binary_f!(d, a, b, |x, y| x * y),
                    Insn::FDiv { d, a, b } => binary_f!(d, a, b, |x, y| x / y),
                    Insn::FRem { d, a, b } => binary_f!(d, a, b, |x: f32, y: f32| x % y),
                    Insn::FNeg { d, a } => set!(d, (-float(get!(a))).to_bits() as u64),
                    Insn::DAdd { d, a, b } => binary_d!(d, a, b, |x, y| x + y),
                    Insn::DSub { d, a, b } => binary_d!(d, a, b, |x, y| x - y),
                    Insn::DMul { d, a, b } => binary_d!(d, a, b, |x, y| x * y),
                    Insn::DDiv { d, a, b } => binary_d!(d, a, b, |x, y| x / y),
                    Insn::DRem { d, a, b } => binary_d!(d, a, b, |x: f64, y: f64| x % y),
                    Insn::DNeg { d, a } => set!(d, (-double(get!(a))).to_bits()),

                    Insn::I2L { d, a } => set!(d, geti!(a) as i64 as u64),
                    Insn::I2F { d, a } => set!(d, (geti!(a) as f32).to_bits() as u64),
                    Insn::I2D { d, a } => set!(d, (geti!(a) as f64).to_bits()),
                    Insn::L2I { d, a } => set!(d, get!(a) as u32 as u64),
                    Insn::L2F { d, a } => set!(d, (getl!(a) as f32).to_bits() as u64),
                    Insn::L2D { d, a } => set!(d, (getl!(a) as f64).to_bits()),
                    Insn::F2I { d, a } => set!(d, int(float(get!(a)) as i32)),
                    Insn::F2L { d, a } => set!(d, float(get!(a)) as i64 as u64),
                    Insn::F2D { d, a } => set!(d, (float(get!(a)) as f64).to_bits()),
                    Insn::D2I { d, a } => set!(d, int(double(get!(a)) as i32)),
                    Insn::D2L { d, a } => set!(d, double(get!(a)) as i64 as u64),
                    Insn::D2F { d, a } => set!(d, (double(get!(a)) as f32).to_bits() as u64),
                    Insn::I2B { d, a } => set!(d, int(get!(a) as i8 as i32)),
                    Insn::I2C { d, a } => set!(d, get!(a) as u16 as u64),
                    Insn::I2S { d, a } => set!(d, int(get!(a) as i16 as i32)),

                    Insn::LCmp { d, a, b } => set!(d, compare(getl!(a), getl!(b), 0)),
                    Insn::FCmpL { d, a, b } => set!(d, compare(float(get!(a)), float(get!(b)), -1)),
                    Insn::FCmpG { d, a, b } => set!(d, compare(float(get!(a)), float(get!(b)), 1)),
                    Insn::DCmpL { d, a, b } => set!(d, compare(double(get!(a)), double(get!(b)), -1)),
                    Insn::DCmpG { d, a, b } => set!(d, compare(double(get!(a)), double(get!(b)), 1)),

                    Insn::Goto { t } => jump!(t),
                    Insn::Loop { t } => {
                        jump!(t);
                        budget -= 1;
                        if budget <= 0 {
                            // SAFETY: see `sync!`.
                            unsafe { (*frame).pc = pc as u32 };
                            stop!(Stop::Budget);
                        }
                    }
                    Insn::IfEq { a, t } => branch!(geti!(a) == 0, t),
                    Insn::IfNe { a, t } => branch!(geti!(a) != 0, t),
                    Insn::IfLt { a, t } => branch!(geti!(a) < 0, t),
                    Insn::IfGe { a, t } => branch!(geti!(a) >= 0, t),
                    Insn::IfGt { a, t } => branch!(geti!(a) > 0, t),
                    Insn::IfLe { a, t } => branch!(geti!(a) <= 0, t),
                    Insn::IfNull { a, t } => branch!(get!(a) as u32 == 0, t),
                    Insn::IfNonNull { a, t } => branch!(get!(a) as u32 != 0, t),
                    Insn::IfICmpEq { a, b, t } => branch!(geti!(a) == geti!(b), t),
                    Insn::IfICmpNe { a, b, t } => branch!(geti!(a) != geti!(b), t),
                    Insn::IfICmpLt { a, b, t } => branch!(geti!(a) < geti!(b), t),
                    Insn::IfICmpGe { a, b, t } => branch!(geti!(a) >= geti!(b), t),
                    Insn::IfICmpGt { a, b, t } => branch!(geti!(a) > geti!(b), t),
                    Insn::IfICmpLe { a, b, t } => branch!(geti!(a) <= geti!(b), t),
                    Insn::IfICmpEqK { a, k, t } => branch!(geti!(a) == k as i32, t),
                    Insn::IfICmpNeK { a, k, t } => branch!(geti!(a) != k as i32, t),
                    Insn::IfICmpLtK { a, k, t } => branch!(geti!(a) < k as i32, t),
                    Insn::IfICmpGeK { a, k, t } => branch!(geti!(a) >= k as i32, t),
                    Insn::IfICmpGtK { a, k, t } => branch!(geti!(a) > k as i32, t),
                    Insn::IfICmpLeK { a, k, t } => branch!(geti!(a) <= k as i32, t),
                    Insn::IfLCmpEq { a, b, t } => branch!(getl!(a) == getl!(b), t),
                    Insn::IfLCmpNe { a, b, t } => branch!(getl!(a) != getl!(b), t),
                    Insn::IfLCmpLt { a, b, t } => branch!(getl!(a) < getl!(b), t),
                    Insn::IfLCmpGe { a, b, t } => branch!(getl!(a) >= getl!(b), t),
                    Insn::IfLCmpGt { a, b, t } => branch!(getl!(a) > getl!(b), t),
                    Insn::IfLCmpLe { a, b, t } => branch!(getl!(a) <= getl!(b), t),
                    Insn::IfACmpEq { a, b, t } => branch!(get!(a) as u32 == get!(b) as u32, t),
                    Insn::IfACmpNe { a, b, t } => branch!(get!(a) as u32 != get!(b) as u32, t),
                    Insn::Switch { a, k } => {
                        // SAFETY: see `sync!`.
                        let method = unsafe { (*frame).method };
                        let Some(body) = vm.program.methods[method.index()].code.as_ref() else { continue };
                        let switch = &body.switches[k as usize];
                        let value = geti!(a);
                        let target = match &switch.cases {
                            Cases::Table { low, targets } => {
                                targets.get(value.wrapping_sub(*low) as u32 as usize).copied().unwrap_or(switch.default)
                            }
                            Cases::Lookup(keys) => match keys.binary_search_by_key(&value, |entry| entry.0) {
                                Ok(index) => keys[index].1,
                                Err(_) => switch.default,
                            },
                        };
                        jump!(target);
                        if target < 0 {
                            budget -= 1;
                        }
                    }

                    Insn::IALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = vm.heap.int(array, index) as u64;
                        noted!(Action::Read, array, index, value, false);
                        set!(d, value)
                    }
                    Insn::AALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = vm.heap.int(array, index) as u64;
                        noted!(Action::Read, array, index, value, true);
                        set!(d, value)
                    }
                    Insn::LALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = vm.heap.long(array, index);
                        noted!(Action::Read, array, index, value, false);
                        set!(d, value)
                    }
                    Insn::BALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = int(vm.heap.byte(array, index) as i32);
                        noted!(Action::Read, array, index, value, false);
                        set!(d, value)
                    }
                    Insn::CALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = vm.heap.short(array, index) as u64;
                        noted!(Action::Read, array, index, value, false);
                        set!(d, value)
                    }
                    Insn::SALoad { d, a, b } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Read);
                        let value = int(vm.heap.short(array, index) as i16 as i32);
                        noted!(Action::Read, array, index, value, false);
                        set!(d, value)
                    }
                    Insn::IAStore { a, b, v } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Write);
                        vm.heap.set_int(array, index, get!(v) as u32);
                        noted!(Action::Write, array, index, get!(v), false);
                    }
                    Insn::LAStore { a, b, v } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Write);
                        vm.heap.set_long(array, index, get!(v));
                        noted!(Action::Write, array, index, get!(v), false);
                    }
                    Insn::AAStore { a, b, v } => {
                        let (array, index) = element!(a, b);
                        let value = Ref(get!(v) as u32);
                        if !value.is_null() && !vm.may_store(array, value) {
                            fail!(vm.store_error(value));
                        }
                        visible!(array, index, Action::Write);
                        vm.heap.set_int(array, index, value.0);
                        noted!(Action::Write, array, index, value.0 as u64, true);
                    }
                    Insn::BAStore { a, b, v } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Write);
                        let value = vm.narrow_for(array, get!(v));
                        vm.heap.set_byte(array, index, value);
                        noted!(Action::Write, array, index, get!(v), false);
                    }
                    Insn::SAStore { a, b, v } => {
                        let (array, index) = element!(a, b);
                        visible!(array, index, Action::Write);
                        vm.heap.set_short(array, index, get!(v) as u16);
                        noted!(Action::Write, array, index, get!(v), false);
                    }
                    Insn::ArrayLength { d, a } => {
                        let array = object!(a);
                        set!(d, vm.heap.length(array) as u64)
                    }

                    Insn::GetField { d, a, slot } => {
                        let object = object!(a);
                        visible!(object, slot as u32, Action::Read);
                        let value = vm.heap.slot(object, slot as u32);
                        noted!(Action::Read, object, slot as u32, value, false);
                        set!(d, value)
                    }
                    Insn::GetFieldRef { d, a, slot } => {
                        let object = object!(a);
                        visible!(object, slot as u32, Action::Read);
                        let value = vm.heap.slot(object, slot as u32);
                        noted!(Action::Read, object, slot as u32, value, true);
                        set!(d, value)
                    }
                    Insn::PutField { a, v, slot } => {
                        let object = object!(a);
                        visible!(object, slot as u32, Action::Write);
                        vm.heap.set_slot(object, slot as u32, get!(v));
                        noted!(Action::Write, object, slot as u32, get!(v), false);
                    }
                    Insn::PutFieldRef { a, v, slot } => {
                        let object = object!(a);
                        visible!(object, slot as u32, Action::Write);
                        vm.heap.set_slot(object, slot as u32, get!(v));
                        noted!(Action::Write, object, slot as u32, get!(v), true);
                    }
                    Insn::GetStatic { d, field } => {
                        visible_static!(field, Action::Read);
                        let value = vm.heap.word(vm.statics[field as usize]);
                        if W::ON {
                            vm.static_read(FieldId(field), value);
                        }
                        set!(d, value)
                    }
                    Insn::PutStatic { v, field } => {
                        visible_static!(field, Action::Write);
                        vm.heap.set_word(vm.statics[field as usize], get!(v));
                        if W::ON {
                            vm.static_written(FieldId(field), get!(v));
                        }
                    }
                    Insn::GetStaticInit { d, field } => {
                        let class = vm.program.fields[field as usize].class;
                        if !vm.is_initialized(class) {
                            attempt!(vm.initialize(class));
                        }
                        if vm.is_settled(class) {
                            settle!(Insn::GetStatic { d, field });
                        }
                        visible_static!(field, Action::Read);
                        let value = vm.heap.word(vm.statics[field as usize]);
                        if W::ON {
                            vm.static_read(FieldId(field), value);
                        }
                        set!(d, value)
                    }
                    Insn::PutStaticInit { v, field } => {
                        let class = vm.program.fields[field as usize].class;
                        if !vm.is_initialized(class) {
                            attempt!(vm.initialize(class));
                        }
                        if vm.is_settled(class) {
                            settle!(Insn::PutStatic { v, field });
                        }
                        visible_static!(field, Action::Write);
                        vm.heap.set_word(vm.statics[field as usize], get!(v));
                        if W::ON {
                            vm.static_written(FieldId(field), get!(v));
                        }
                    }

                    Insn::New { d, class } => {
                        let words = vm.layouts[class as usize].words as usize;
                        let Some(at) = vm.heap.allocate(words) else { fail!(Exit::Memory) };
                        let name = vm.next_name();
                        set!(d, vm.heap.set_header(at, ClassId(class), name, 0, 0).0 as u64)
                    }
                    Insn::NewInit { d, class } => {
                        let class = ClassId(class);
                        if !vm.is_initialized(class) {
                            attempt!(vm.initialize(class));
                        }
                        if vm.is_settled(class) {
                            settle!(Insn::New { d, class: class.0 });
                        }
                        let object = attempt!(vm.new_object(class));
                        set!(d, object.0 as u64)
                    }
                    Insn::NewArray { d, a, class } => {
                        let length = geti!(a);
                        if length < 0 {
                            fail!(vm.error("java/lang/NegativeArraySizeException", &length.to_string()));
                        }
                        let class = class_at!(class);
                        let array = attempt!(vm.new_array(class, length as u32));
                        set!(d, array.0 as u64)
                    }
                    Insn::MultiNew { base, dims, class } => {
                        let class = class_at!(class);
                        let lengths: Vec<i32> = (0..dims).map(|index| geti!(base + index)).collect();
                        let array = attempt!(vm.new_multi_array(class, &lengths));
                        set!(base, array.0 as u64)
                    }
                    Insn::CheckCast { a, class } => {
                        let object = Ref(get!(a) as u32);
                        if !object.is_null() {
                            let (from, to) = (vm.heap.class(object), class_at!(class));
                            if from != to && !vm.program.is_subclass(from, to) {
                                fail!(vm.cast_error(from, to));
                            }
                        }
                    }
                    Insn::InstanceOf { d, a, class } => {
                        let object = Ref(get!(a) as u32);
                        let is = !object.is_null() && {
                            let (from, to) = (vm.heap.class(object), class_at!(class));
                            from == to || vm.program.is_subclass(from, to)
                        };
                        set!(d, is as u64)
                    }
                    Insn::VerifyCast { a, class } => {
                        let object = Ref(get!(a) as u32);
                        // SAFETY: see `sync!`.
                        let method = unsafe { (*frame).method };
                        if !object.is_null() {
                            attempt!(vm.verify_cast(method, class, object));
                        }
                    }

                    Insn::InvokeStatic { base, method } => call!(method, base),
                    Insn::InvokeStaticInit { base, method } => {
                        let class = vm.program.methods[method as usize].class;
                        if !vm.is_initialized(class) {
                            attempt!(vm.initialize(class));
                        }
                        if vm.is_settled(class) {
                            settle!(Insn::InvokeStatic { base, method });
                        }
                        call!(method, base)
                    }
                    Insn::InvokeDirect { base, method } => {
                        object!(base);
                        call!(method, base)
                    }
                    Insn::InvokeVirtual { base, index } => {
                        let receiver = object!(base);
                        let class = vm.heap.class(receiver);
                        let method = vm.program.classes[class.index()].vtable[index as usize];
                        call!(method.0, base)
                    }
                    Insn::InvokeInterface { base, site } => {
                        let receiver = object!(base);
                        let class = vm.heap.class(receiver);
                        let known = &vm.sites.interfaces[site as usize];
                        let method =
                            if known.class == class { known.target } else { attempt!(vm.select_at_site(site, class)) };
                        call!(method.0, base)
                    }
                    Insn::InvokeHandle { base, site } => {
                        // SAFETY: see `sync!`.
                        let from = unsafe { (*frame).base } as usize + base as usize;
                        let method = attempt!(vm.invoke_handle(site, from));
                        call!(method.0, base)
                    }

                    Insn::Return { a } => {
                        let value = get!(a);
                        set!(0, value);
                        leave!()
                    }
                    Insn::ReturnVoid {} => leave!(),
                    Insn::Throw { a } => {
                        let exception = object!(a);
                        fail!(Exit::Throw(exception))
                    }
                    Insn::MonitorEnter { a } => {
                        let object = object!(a);
                        if W::ON {
                            sync!();
                            if vm.stop_before_monitor(object, Action::Lock) {
                                stop!(Stop::Visible);
                            }
                        }
                        attempt!(vm.enter(object))
                    }
                    Insn::MonitorExit { a } => {
                        let object = object!(a);
                        attempt!(vm.exit(object))
                    }
                    Insn::OwnMirror { d } => {
                        // SAFETY: see `sync!`.
                        let method = unsafe { (*frame).method };
                        let class = vm.program.methods[method.index()].class;
                        set!(d, vm.mirror(class).0 as u64)
                    }
                    Insn::Glue { k, .. } => {
                        sync!();
                        match vm.glue(k) {
                            Ok(()) => reload_after_glue(vm, id, &mut code, &mut registers, &mut frame, &mut pc),
                            Err(exit) => break 'run exit,
                        }
                    }

                    // A null needs no class (JVMS 6.5.checkcast, 6.5.instanceof): nothing is resolved for it.
                    Insn::CheckCastU { a, .. } => {
                        if get!(a) as u32 != 0 {
                            relink!()
                        }
                    }
                    Insn::InstanceOfU { d, a, .. } => {
                        if get!(a) as u32 != 0 {
                            relink!()
                        } else {
                            set!(d, 0)
                        }
                    }
                    Insn::LdcU { .. }
                    | Insn::GetFieldU { .. }
                    | Insn::PutFieldU { .. }
                    | Insn::GetStaticU { .. }
                    | Insn::PutStaticU { .. }
                    | Insn::NewU { .. }
                    | Insn::NewArrayU { .. }
                    | Insn::MultiNewU { .. }
                    | Insn::InvokeStaticU { .. }
                    | Insn::InvokeSpecialU { .. }
                    | Insn::InvokeVirtualU { .. }
                    | Insn::InvokeInterfaceU { .. }
                    | Insn::InvokeDynamicU { .. } => relink!(),
                }
            }
        };
        match settle_exit(vm, exit) {
            Some(stop) => stop!(stop),
            None => {
                // Whatever leaves the loop costs, or a handler that covers itself (as javac's for `synchronized` do) could go round for ever.
                budget -= 1;
                if budget <= 0 {
                    stop!(Stop::Budget);
                }
                let now = place(vm, id);
                code = now.code;
                registers = now.registers;
                frame = now.frame;
                pc = now.pc;
            }
        }
    }
}

/// A glue instruction that is done lets its stub go on with the next.
fn reload_after_glue(
    vm: &mut Machine,
    id: ThreadId,
    code: &mut *const Cell<Insn>,
    registers: &mut *mut u64,
    frame: &mut *mut Frame,
    pc: &mut usize,
) {
    let now = place(vm, id);
    *code = now.code;
    *registers = now.registers;
    *frame = now.frame;
    *pc = now.pc + 1;
}

/// Brings the thread to where it goes on after an exit, or says why it does not.
fn settle_exit(vm: &mut Machine, exit: Exit) -> Option<Stop> {
    if !matches!(exit, Exit::Block) {
        vm.thread_mut().native = None;
    }
    let mut exit = exit;
    loop {
        exit = match exit {
            Exit::Throw(exception) => match vm.unwind(exception) {
                Ok(()) => return None,
                Err(exit) => exit,
            },
            Exit::Pushed => return None,
            Exit::Block => return Some(Stop::Blocked),
            Exit::Visible => return Some(Stop::Visible),
            Exit::Memory if vm.watch.on => {
                return Some(Stop::Fatal(
                    "one path of the program needs more heap than it has; give more with --heap".into(),
                ));
            }
            Exit::Memory if vm.starved => {
                vm.starved = false;
                vm.out_of_memory()
            }
            Exit::Memory => {
                // The instruction runs again; if it still finds no room, its failure is the program's.
                vm.collect_for_need();
                vm.starved = true;
                return None;
            }
            Exit::Halt(code) => return Some(Stop::Halt(code)),
            Exit::Fatal(message) => return Some(Stop::Fatal(message)),
        };
    }
}

impl Machine {
    /// Whether an object may be an element of an array.
    #[inline]
    pub(crate) fn may_store(&self, array: Ref, value: Ref) -> bool {
        use raddle_program::class::Shape;
        match self.program.class(self.heap.class(array)).shape {
            Shape::Array(element) => self.program.is_subclass(self.heap.class(value), element),
            _ => false,
        }
    }

    #[cold]
    pub(crate) fn store_error(&mut self, value: Ref) -> Exit {
        let name = self.program.java_name(self.heap.class(value));
        self.error("java/lang/ArrayStoreException", &name)
    }

    /// What `bastore` stores: booleans keep one bit (JVMS 6.5.bastore).
    #[inline]
    pub(crate) fn narrow_for(&self, array: Ref, value: u64) -> i8 {
        if self.heap.class(array) == self.known.bytes { value as i8 } else { (value & 1) as i8 }
    }

    /// An array of arrays (JVMS 6.5.multianewarray); all lengths are checked before anything is made.
    pub(crate) fn new_multi_array(&mut self, class: ClassId, lengths: &[i32]) -> Result<Ref, Exit> {
        if let Some(&negative) = lengths.iter().find(|&&length| length < 0) {
            return Err(self.error("java/lang/NegativeArraySizeException", &negative.to_string()));
        }
        let array = self.new_array(class, lengths[0] as u32)?;
        if lengths.len() > 1
            && let raddle_program::class::Shape::Array(element) = self.program.class(class).shape
        {
            for index in 0..lengths[0] as u32 {
                let inner = self.new_multi_array(element, &lengths[1..])?;
                self.heap.set_int(array, index, inner.0);
            }
        }
        Ok(array)
    }

    /// How the elements of an array are packed.
    pub fn packing(&self, array: Ref) -> Packing {
        self.layouts[self.heap.class(array).index()].packing
    }

    /// Whether others can reach an object.
    pub fn is_shared(&self, object: Ref) -> bool {
        self.heap.marks(object) & mark::SHARED != 0
    }
}

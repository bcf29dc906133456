//! `java.lang.Thread`.

use super::{Call, Table, done, nothing};
use crate::event::{Action, Location};
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome, ThreadFields};
use crate::monitors::MAX_THREADS;
use crate::thread::{State, Thread, ThreadId};
use raddle_program::class::LoaderId;
use raddle_program::program::Linked;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Thread",
    methods: &[
        ("currentThread()Ljava/lang/Thread;", current_thread),
        ("currentCarrierThread()Ljava/lang/Thread;", current_thread),
        ("start0()V", start),
        ("=join(J)V", join),
        ("yield()V", yield_now),
        ("yield0()V", yield_now),
        ("sleep(J)V", |call| sleep(call, 1_000_000)),
        ("sleepNanos0(J)V", |call| sleep(call, 1)),
        ("holdsLock(Ljava/lang/Object;)Z", holds_lock),
        ("interrupt0()V", interrupt),
        ("clearInterruptEvent()V", clear_interrupt),
        ("setPriority0(I)V", nothing),
        ("setNativeName(Ljava/lang/String;)V", nothing),
        ("ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing),
        // A cache: without it, scoped values are looked up where they are bound.
        ("scopedValueCache()[Ljava/lang/Object;", |_| done(Ref::NULL)),
        ("setScopedValueCache([Ljava/lang/Object;)V", nothing),
        ("getThreads()[Ljava/lang/Thread;", get_threads),
        ("dumpThreads([Ljava/lang/Thread;)[[Ljava/lang/StackTraceElement;", dump_threads),
        ("getStackTrace0()Ljava/lang/Object;", get_stack_trace),
        ("getNextThreadIdOffset()J", |_| done(0i64)),
        ("findScopedValueBindings()Ljava/lang/Object;", |_| done(Ref::NULL)),
    ],
};

/// Newer JDKs count thread ids in memory they share with HotSpot; here the machine counts.
pub(super) static IDENTIFIERS: Table =
    Table { class: "java/lang/Thread$ThreadIdentifiers", methods: &[("=next()J", next_thread_id)] };

/// What `Thread.getState` reads of a thread that goes on, and of one that waits without a time-out.
const RUNNABLE: u32 = 0x5;
const WAITING: u32 = 0x191;

/// Thread ids of a JVM start at 3: 1 is the main thread's, 2 was never given out.
const FIRST_THREAD_ID: i64 = 3;

impl Machine {
    /// Sets what `Thread.getState` reads: JVMTI's bits, kept in the thread or, in newer JDKs, in its holder.
    pub(crate) fn set_thread_status(&mut self, thread: Ref, status: u32) {
        let fields = self.known.thread_fields;
        let holder = fields.holder.map_or(thread, |slot| Ref::from_slot(self.heap.slot(thread, slot)));
        if !holder.is_null() {
            self.heap.set_slot(holder, fields.status, status as u64);
        }
    }

    /// Notes which of the machine's threads a `java.lang.Thread` is, counted from 1; 0 once it has ended.
    pub(crate) fn set_thread_number(&mut self, thread: Ref, number: u64) {
        self.heap.set_slot(thread, self.known.thread_fields.number, number);
    }

    /// Finds the fields of `java.lang.Thread`, of which subclasses have the same.
    pub(crate) fn find_thread_fields(&mut self) -> Linked<ThreadFields> {
        let thread = self.known.thread;
        let own = self.has_field(thread, "threadStatus");
        let holder = if own { thread } else { self.program.load(LoaderId::BOOT, "java/lang/Thread$FieldHolder")? };
        Ok(ThreadFields {
            number: self.slot_of(thread, "eetop"),
            interrupted: self.slot_of(thread, "interrupted"),
            holder: if own { None } else { Some(self.slot_of(thread, "holder")) },
            status: self.slot_of(holder, "threadStatus"),
        })
    }

    /// Shows other threads what a thread waits for.
    pub(crate) fn publish_state(&mut self, id: ThreadId) {
        let thread = &self.threads[id.index()];
        let object = thread.object;
        let status = match thread.state {
            State::Runnable => RUNNABLE,
            State::Blocked(_) => 0x401,
            State::Waiting { deadline: None, .. }
            | State::Parked { deadline: None }
            | State::Joining { deadline: None, .. }
            | State::Idle
            | State::Initializing(_) => WAITING,
            State::Waiting { .. } | State::Parked { .. } | State::Joining { .. } | State::Sleeping { .. } => 0x1a1,
            State::Ended => return,
        };
        self.set_thread_status(object, status);
    }

    /// A thread's priority before its constructor has run.
    pub(crate) fn set_thread_priority(&mut self, thread: Ref, priority: u64) -> Outcome<()> {
        let class = self.heap.class(thread);
        if self.has_field(class, "priority") {
            self.set_field(thread, "priority", priority);
            return Ok(());
        }
        let holder_class = self.load_boot("java/lang/Thread$FieldHolder")?;
        let holder = self.new_object(holder_class)?;
        self.set_field(holder, "priority", priority);
        self.set_field(thread, "holder", holder.0 as u64);
        Ok(())
    }

    /// The machine's thread of a `java.lang.Thread` that has been started and has not ended.
    pub fn thread_of(&mut self, object: Ref) -> Option<ThreadId> {
        let number = self.heap.slot(object, self.known.thread_fields.number);
        (1..=self.threads.len() as u64).contains(&number).then(|| ThreadId(number as u32 - 1))
    }
}

fn current_thread(call: &mut Call) -> Outcome {
    done(call.thread().object)
}

fn start(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let is_library = call.program.class_name(call.heap.class(object)) == "jdk/internal/misc/InnocuousThread";
    if call.watch.wanted && !call.watch.on && !is_library {
        // The first thread beside main: from here on there is something to choose.
        return Err(Exit::Visible);
    }
    if call.watch.on && is_library {
        // The class library's own, such as its cleaner, is no part of the program. It gets no number either: what starts it happens on one path only, and
        // threads started later are to have the same on all.
        call.set_thread_status(object, WAITING);
        return done(());
    }
    let number = call.threads.len() as u32;
    if number >= MAX_THREADS {
        return Err(call.error(
            "java/lang/OutOfMemoryError",
            "unable to create native thread: possibly out of memory or process/resource limits reached",
        ));
    }
    let id = ThreadId(number);
    let class = call.heap.class(object);
    let daemon = if call.has_field(class, "daemon") {
        call.field(object, "daemon")
    } else {
        let holder = call.reference_field(object, "holder");
        call.field(holder, "daemon")
    };
    let mut thread = Thread::new(id, object);
    thread.daemon = daemon & 1 != 0;
    thread.time = call.clock.now();
    call.threads.push(Box::new(thread));
    call.unsettled = true;
    call.set_thread_number(object, number as u64 + 1);
    call.set_thread_status(object, RUNNABLE);
    if call.watch.on {
        if call.owner(object).is_some_and(|(_, times)| times > 1) {
            // Besides `start` itself the program holds it.
            call.learn_monitor(object);
        }
        if call.is_shared(object) {
            // Others may have seen that it was not started.
            let place = Location::Monitor(call.heap.name(object));
            call.note_aloud(Action::Write, place, 1, object);
        }
        call.share(object);
    }
    if !is_library {
        call.note_aloud(Action::Start, Location::Thread(id), 0, Ref::NULL);
    }
    let starter = call.current;
    let stub = call.stubs.thread;
    call.machine.current = id;
    let pushed = call.push_frame(stub, 0, &[object.0 as u64]);
    call.machine.current = starter;
    pushed?;
    done(())
}

fn join(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    let millis = call.long(1);
    if millis < 0 {
        return Err(call.error("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let nanos = (millis != 0).then(|| (millis as u64).saturating_mul(1_000_000));
    if call.watch.on && call.knows_thread_monitors() && call.is_shared(object) {
        call.join_at_monitor(object, nanos)?;
        return done(());
    }
    let target = call.thread_number(object);
    // Where threads are interrupted, `join` stops by itself.
    if (target.is_none() || !call.knows_interrupts()) && call.stop_before_unstarted(object) {
        return Err(Exit::Visible);
    }
    if let Some(target) = target {
        call.join(target, nanos)?;
    }
    done(())
}

fn yield_now(call: &mut Call) -> Outcome {
    call.yielded = true;
    done(())
}

fn sleep(call: &mut Call, unit: u64) -> Outcome {
    let time = call.long(0);
    if time < 0 {
        return Err(call.error("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    call.sleep((time as u64).saturating_mul(unit))?;
    done(())
}

fn holds_lock(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    done(call.holds(object))
}

fn interrupt(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    if let Some(id) = call.thread_of(object) {
        call.interrupt(id);
    }
    done(())
}

fn clear_interrupt(call: &mut Call) -> Outcome {
    call.thread_mut().interrupted = false;
    done(())
}

fn get_threads(call: &mut Call) -> Outcome {
    let class = call.load_boot("[Ljava/lang/Thread;")?;
    let alive: Vec<Ref> =
        call.threads.iter().filter(|thread| thread.state != State::Ended).map(|thread| thread.object).collect();
    done(call.new_references(class, &alive)?)
}

fn get_stack_trace(call: &mut Call) -> Outcome {
    let object = call.object(0)?;
    match call.thread_of(object) {
        Some(id) => done(call.thread_trace(id, false)?),
        None => done(Ref::NULL),
    }
}

fn dump_threads(call: &mut Call) -> Outcome {
    let threads = call.object(0)?;
    let traces = call.load_boot("[[Ljava/lang/StackTraceElement;")?;
    let length = call.heap.length(threads);
    let result = call.new_array(traces, length)?;
    for index in 0..call.heap.length(threads) {
        let thread = Ref(call.heap.int(threads, index));
        let trace = match call.thread_of(thread) {
            Some(id) => call.thread_trace(id, true)?,
            None => Ref::NULL,
        };
        call.heap.set_int(result, index, trace.0);
    }
    done(result)
}

fn next_thread_id(call: &mut Call) -> Outcome {
    let next = call.thread_ids + FIRST_THREAD_ID;
    call.thread_ids += 1;
    done(next)
}

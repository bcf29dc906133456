//! `sun.management`: what the management beans ask of the machine.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::thread::{State, ThreadId};

pub(super) static TABLE: Table = Table {
    class: "sun/management/VMManagementImpl",
    methods: &[
        ("getVersion0()Ljava/lang/String;", version),
        ("initOptionalSupportFields()V", support),
        ("isThreadContentionMonitoringEnabled()Z", |_| done(false)),
        ("isThreadCpuTimeEnabled()Z", |_| done(true)),
        ("isThreadAllocatedMemoryEnabled()Z", |_| done(false)),
        ("getTotalClassCount()J", |call| done(call.program.classes.len() as i64)),
        ("getUnloadedClassCount()J", |_| done(0i64)),
        ("getVerboseClass()Z", |_| done(false)),
        ("getVerboseGC()Z", |_| done(false)),
        ("getProcessId()I", |_| done(super::java_lang_processhandleimpl::PROCESS as i32)),
        ("getVmArguments0()[Ljava/lang/String;", no_strings),
        ("getStartupTime()J", |_| done(crate::clock::Clock::default().millis())),
        ("getUptime0()J", |call| done((call.clock.now() / 1_000_000) as i64)),
        ("getAvailableProcessors()I", |_| done(super::java_lang_runtime::PROCESSORS)),
        ("getTotalCompileTime()J", |_| done(0i64)),
        ("getTotalThreadCount()J", |call| done(call.threads.len() as i64)),
        ("getLiveThreadCount()I", |call| done(call.live_threads().count() as i32)),
        ("getPeakThreadCount()I", |call| done(call.threads.len() as i32)),
        ("getDaemonThreadCount()I", |call| {
            let daemons = call.live_threads().filter(|id| call.threads[id.index()].daemon).count();
            done(daemons as i32)
        }),
    ],
};

pub(super) static MEMORY: Table = Table {
    class: "sun/management/MemoryImpl",
    methods: &[
        ("getMemoryUsage0(Z)Ljava/lang/management/MemoryUsage;", memory_usage),
        ("getMemoryPools0()[Ljava/lang/management/MemoryPoolMXBean;", |call| {
            empty(call, "[Ljava/lang/management/MemoryPoolMXBean;")
        }),
        ("getMemoryManagers0()[Ljava/lang/management/MemoryManagerMXBean;", |call| {
            empty(call, "[Ljava/lang/management/MemoryManagerMXBean;")
        }),
        ("setVerboseGC(Z)V", nothing),
    ],
};

pub(super) static THREADS: Table = Table {
    class: "sun/management/ThreadImpl",
    methods: &[
        ("getThreads()[Ljava/lang/Thread;", |call| {
            let live: Vec<ThreadId> = call.live_threads().collect();
            threads(call, &live)
        }),
        ("findMonitorDeadlockedThreads0()[Ljava/lang/Thread;", |call| find_deadlock(call, false)),
        ("findDeadlockedThreads0()[Ljava/lang/Thread;", |call| find_deadlock(call, true)),
        ("resetPeakThreadCount0()V", nothing),
        ("getThreadInfo1([JI[Ljava/lang/management/ThreadInfo;)V", thread_infos),
        ("dumpThreads0([JZZI)[Ljava/lang/management/ThreadInfo;", dump_threads),
        // There is one clock, and threads take turns: what has passed counts for all of them.
        ("getThreadTotalCpuTime0(J)J", |call| done(call.clock.now() as i64)),
        ("getThreadUserCpuTime0(J)J", |call| done(call.clock.now() as i64)),
        ("getThreadTotalCpuTime1([J[J)V", cpu_times),
        ("getThreadUserCpuTime1([J[J)V", cpu_times),
        ("setThreadCpuTimeEnabled0(Z)V", nothing),
        ("setThreadContentionMonitoringEnabled0(Z)V", nothing),
    ],
};

/// The operating system as far as the machine is one: its memory is the heap, its load is not known.
pub(super) static SYSTEM: Table = Table {
    class: "com/sun/management/internal/OperatingSystemImpl",
    methods: &[
        ("initialize0()V", nothing),
        ("getCommittedVirtualMemorySize0()J", |call| done(call.heap.capacity() as i64)),
        ("getTotalMemorySize0()J", |call| done(call.heap.capacity() as i64)),
        ("getFreeMemorySize0()J", |call| done((call.heap.capacity() - call.heap.used()) as i64)),
        ("getTotalSwapSpaceSize0()J", |_| done(0i64)),
        ("getFreeSwapSpaceSize0()J", |_| done(0i64)),
        ("getMaxFileDescriptorCount0()J", |_| done(1024i64)),
        ("getOpenFileDescriptorCount0()J", |call| done(call.files.open_paths().count() as i64)),
        ("getProcessCpuTime0()J", |call| done(call.clock.now() as i64)),
        ("getProcessCpuLoad0()D", |_| done(-1.0)),
        ("getCpuLoad0()D", |_| done(-1.0)),
        ("getSingleCpuLoad0(I)D", |_| done(-1.0)),
        ("getHostTotalCpuTicks0()J", |_| done(-1i64)),
        ("getHostConfiguredCpuCount0()I", |_| done(super::java_lang_runtime::PROCESSORS)),
        ("getHostOnlineCpuCount0()I", |_| done(super::java_lang_runtime::PROCESSORS)),
    ],
};

impl Machine {
    fn live_threads(&self) -> impl Iterator<Item = ThreadId> {
        let alive = self.threads.iter().filter(|thread| !matches!(thread.state, State::Ended | State::Idle));
        alive.map(|thread| thread.id)
    }

    /// The thread that has what another waits for: a monitor or, if asked for, a lock of `java.util.concurrent`.
    fn waits_for(&mut self, id: ThreadId, locks: bool) -> Option<ThreadId> {
        match self.threads[id.index()].state {
            State::Blocked(monitor) => self.owner(monitor).map(|(owner, _)| owner),
            State::Parked { .. } if locks => {
                let blocker = self.lock_of(id);
                if blocker.is_null() || !self.has_field(self.heap.class(blocker), "exclusiveOwnerThread") {
                    return None;
                }
                let owner = self.reference_field(blocker, "exclusiveOwnerThread");
                if owner.is_null() { None } else { self.thread_of(owner) }
            }
            _ => None,
        }
    }

    /// What a thread waits for: a monitor, an object to be notified on, or what it said it is parked for; else null.
    fn lock_of(&mut self, id: ThreadId) -> Ref {
        match self.threads[id.index()].state {
            State::Blocked(object) | State::Waiting { object, .. } => object,
            State::Parked { .. } => {
                let thread = self.threads[id.index()].object;
                self.reference_field(thread, "parkBlocker")
            }
            _ => Ref::NULL,
        }
    }
}

/// What of the optional parts there is.
fn support(call: &mut Call) -> Outcome {
    let class = call.load_boot("sun/management/VMManagementImpl")?;
    for name in [
        "currentThreadCpuTimeSupport",
        "otherThreadCpuTimeSupport",
        "objectMonitorUsageSupport",
        "synchronizerUsageSupport",
    ] {
        if let Some(word) = call.static_word(class, name) {
            call.heap.set_word(word, 1);
        }
    }
    done(())
}

fn version(call: &mut Call) -> Outcome {
    done(call.new_string("4.0")?)
}

fn no_strings(call: &mut Call) -> Outcome {
    empty(call, "[Ljava/lang/String;")
}

fn empty(call: &mut Call, class: &str) -> Outcome {
    let class = call.load_boot(class)?;
    done(call.new_references(class, &[])?)
}

fn memory_usage(call: &mut Call) -> Outcome {
    let class = call.load_boot("java/lang/management/MemoryUsage")?;
    call.initialize(class)?;
    let (used, size) = (call.heap.used() as u64, call.heap.capacity() as u64);
    // Initial, used, committed, maximum; a long takes two slots.
    call.construct_instead(class, "(JJJJ)V", &[0, 0, used, 0, size, 0, size, 0])
}

fn threads(call: &mut Call, ids: &[ThreadId]) -> Outcome {
    let class = call.load_boot("[Ljava/lang/Thread;")?;
    let objects: Vec<Ref> = ids.iter().map(|id| call.threads[id.index()].object).collect();
    done(call.new_references(class, &objects)?)
}

/// Threads that wait for each other in a circle; null if there are none.
fn find_deadlock(call: &mut Call, locks: bool) -> Outcome {
    let live: Vec<ThreadId> = call.live_threads().collect();
    let mut stuck = Vec::new();
    for &first in &live {
        let mut next = call.waits_for(first, locks);
        for _ in 0..live.len() {
            match next {
                Some(id) if id == first => {
                    stuck.push(first);
                    break;
                }
                Some(id) => next = call.waits_for(id, locks),
                None => break,
            }
        }
    }
    if stuck.is_empty() { done(Ref::NULL) } else { threads(call, &stuck) }
}

fn cpu_times(call: &mut Call) -> Outcome {
    let times = call.object(1)?;
    let now = call.clock.now();
    for index in 0..call.heap.length(times) {
        call.heap.set_long(times, index, now);
    }
    done(())
}

/// The live thread with an id of Java's.
fn thread_by_id(call: &mut Call, wanted: u64) -> Option<ThreadId> {
    let live: Vec<ThreadId> = call.live_threads().collect();
    live.into_iter().find(|id| {
        let object = call.threads[id.index()].object;
        call.field(object, "tid") == wanted
    })
}

/// Arguments: ids, frames of the stack traces at most, or -1 for all, and the array to fill; a thread that has ended stays null.
fn thread_infos(call: &mut Call) -> Outcome {
    let (ids, result) = (call.object(0)?, call.object(2)?);
    let depth = call.int(1);
    prepare_infos(call)?;
    for index in 0..call.heap.length(ids) {
        let wanted = call.heap.long(ids, index);
        if let Some(id) = thread_by_id(call, wanted) {
            let info = thread_info(call, id, depth)?;
            call.heap.set_int(result, index, info.0);
        }
    }
    done(())
}

/// Arguments: ids, or null for all threads; two flags for locks held, which are not told; and frames of the stack traces at most.
fn dump_threads(call: &mut Call) -> Outcome {
    let ids = call.reference(0);
    let depth = call.int(3);
    prepare_infos(call)?;
    let threads: Vec<Option<ThreadId>> = if ids.is_null() {
        call.live_threads().map(Some).collect()
    } else {
        let wanted: Vec<u64> = (0..call.heap.length(ids)).map(|index| call.heap.long(ids, index)).collect();
        wanted.into_iter().map(|id| thread_by_id(call, id)).collect()
    };
    let mut infos = Vec::new();
    for thread in threads {
        infos.push(match thread {
            Some(id) => thread_info(call, id, depth)?,
            None => Ref::NULL,
        });
    }
    let class = call.load_boot("[Ljava/lang/management/ThreadInfo;")?;
    done(call.new_references(class, &infos)?)
}

fn prepare_infos(call: &mut Call) -> Outcome<()> {
    for class in ["java/lang/management/ThreadInfo", "java/lang/management/LockInfo", "java/lang/Thread$State"] {
        let class = call.load_boot(class)?;
        call.initialize(class)?;
    }
    Ok(())
}

fn static_reference(call: &mut Call, class: &str, name: &str) -> Outcome<Ref> {
    let class = call.load_boot(class)?;
    let word = call.static_word(class, name);
    Ok(word.map_or(Ref::NULL, |word| Ref::from_slot(call.heap.word(word))))
}

fn thread_info(call: &mut Call, id: ThreadId, depth: i32) -> Outcome<Ref> {
    const INFO: &str = "java/lang/management/ThreadInfo";
    let class = call.load_boot(INFO)?;
    let info = call.new_object(class)?;
    let thread = call.threads[id.index()].object;
    let (name, number) = (call.reference_field(thread, "name"), call.field(thread, "tid"));
    call.set_field(info, "threadName", name.0 as u64);
    call.set_field(info, "threadId", number);
    for never in ["blockedTime", "waitedTime", "lockOwnerId"] {
        call.set_field(info, never, u64::MAX);
    }
    let daemon = call.threads[id.index()].daemon;
    call.set_field(info, "daemon", daemon as u64);
    let state = match call.threads[id.index()].state {
        State::Blocked(_) => "BLOCKED",
        State::Waiting { deadline: None, .. } | State::Parked { deadline: None } | State::Initializing(_) => "WAITING",
        State::Waiting { .. } | State::Parked { .. } | State::Sleeping { .. } => "TIMED_WAITING",
        _ => "RUNNABLE",
    };
    let state = static_reference(call, "java/lang/Thread$State", state)?;
    call.set_field(info, "threadState", state.0 as u64);
    for (field, empty) in
        [("stackTrace", "NO_STACK_TRACE"), ("lockedMonitors", "EMPTY_MONITORS"), ("lockedSynchronizers", "EMPTY_SYNCS")]
    {
        let array = static_reference(call, INFO, empty)?;
        call.set_field(info, field, array.0 as u64);
    }
    let lock = call.lock_of(id);
    if !lock.is_null() {
        tell_lock(call, info, lock)?;
        if let Some(owner) = call.waits_for(id, true) {
            let owner = call.threads[owner.index()].object;
            let (name, number) = (call.reference_field(owner, "name"), call.field(owner, "tid"));
            call.set_field(info, "lockOwnerId", number);
            call.set_field(info, "lockOwnerName", name.0 as u64);
        }
    }
    if depth != 0 {
        let trace = call.thread_trace(id, false)?;
        let trace = cut(call, trace, depth)?;
        call.set_field(info, "stackTrace", trace.0 as u64);
    }
    Ok(info)
}

fn tell_lock(call: &mut Call, info: Ref, lock: Ref) -> Outcome<()> {
    let name = call.program.java_name(call.heap.class(lock));
    let hash = call.identity_hash(lock);
    let class = call.load_boot("java/lang/management/LockInfo")?;
    let told = call.new_object(class)?;
    let class_name = call.new_string(&name)?;
    let lock_name = call.new_string(&format!("{name}@{hash:x}"))?;
    call.set_field(told, "className", class_name.0 as u64);
    call.set_field(told, "identityHashCode", hash as u32 as u64);
    call.set_field(info, "lock", told.0 as u64);
    call.set_field(info, "lockName", lock_name.0 as u64);
    Ok(())
}

/// The first frames of a stack trace, or all of them.
fn cut(call: &mut Call, trace: Ref, depth: i32) -> Outcome<Ref> {
    let Ok(depth) = u32::try_from(depth) else { return Ok(trace) };
    if trace.is_null() || call.heap.length(trace) <= depth {
        return Ok(trace);
    }
    let class = call.heap.class(trace);
    let frames: Vec<Ref> = (0..depth).map(|index| Ref(call.heap.int(trace, index))).collect();
    call.new_references(class, &frames)
}

//! `sun.management`: what the management beans ask of the machine.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::thread::{State, ThreadId};

pub(super) static TABLE: Table = Table {
    class: "sun/management/VMManagementImpl",
    methods: &[
        ("getVersion0()Ljava/lang/String;", version),
        ("initOptionalSupportFields()V", nothing),
        ("isThreadContentionMonitoringEnabled()Z", |_| done(false)),
        ("isThreadCpuTimeEnabled()Z", |_| done(false)),
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
                let thread = self.threads[id.index()].object;
                let blocker = self.reference_field(thread, "parkBlocker");
                if blocker.is_null() {
                    return None;
                }
                let class = self.heap.class(blocker);
                if !self.has_field(class, "exclusiveOwnerThread") {
                    return None;
                }
                let owner = self.reference_field(blocker, "exclusiveOwnerThread");
                if owner.is_null() { None } else { self.thread_of(owner) }
            }
            _ => None,
        }
    }
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

//! Static facts of Java programs: control flow, calls, which objects are met where, threads, locks, dependences.
//!
//! The program is read on a machine that has booted the class library and has not begun to run `main`. What the analyses say can
//! happen is more than what does; what they do not follow is listed (`points_to::Gap`), so that "cannot happen" is never said
//! silently about it.
//!
//! ```no_run
//! use raddle_analysis::Analysis;
//!
//! /// Prints which methods threads run, given a machine that has booted.
//! fn print_threads(machine: raddle_vm::Machine) -> Result<(), Box<dyn std::error::Error>> {
//!     let analysis = Analysis::new(machine, "shop.Main")?;
//!     for thread in &analysis.threads().list {
//!         println!("{}", analysis.points_to().world.method_text(thread.run));
//!     }
//!     Ok(())
//! }
//! ```

pub mod accesses;
pub mod body;
pub mod distance;
mod doors;
pub mod flow;
pub mod influence;
pub mod lint;
pub mod location;
pub mod locks;
mod models;
pub mod objects;
pub mod operation;
pub mod points_to;
pub mod sequences;
pub mod set;
pub mod slice;
pub mod threads;
pub mod world;

use accesses::Access;
use locks::Locks;
use points_to::PointsTo;
use raddle_program::class::LoaderId;
use raddle_vm::Machine;
use set::Set;
use slice::Dependence;
use std::cell::OnceCell;
use threads::Threads;
use world::World;

/// The analyses of a program, each made when it is first asked for, once.
pub struct Analysis {
    points_to: PointsTo,
    threads: OnceCell<Threads>,
    escaped: OnceCell<Set>,
    accesses: OnceCell<Vec<Access>>,
    locks: OnceCell<Locks>,
    dependence: OnceCell<Dependence>,
}

impl Analysis {
    /// Analyses a program by its main class, on a machine that has booted and has not begun. The error says what is missing.
    pub fn new(mut machine: Machine, main_class: &str) -> Result<Analysis, String> {
        let class = machine.load_ahead(LoaderId::APP, &main_class.replace('.', "/")).ok_or_else(|| {
            format!("main class {main_class} is not on the class path, or cannot be loaded; check its name and -cp")
        })?;
        let main = machine
            .find_method(class, "main", "([Ljava/lang/String;)V")
            .filter(|&main| machine.program.method(main).is_static())
            .ok_or_else(|| {
                format!("{main_class} has no `public static void main(String[] args)`; name another class")
            })?;
        Ok(Analysis {
            points_to: PointsTo::analyze(World::new(machine), main),
            threads: OnceCell::new(),
            escaped: OnceCell::new(),
            accesses: OnceCell::new(),
            locks: OnceCell::new(),
            dependence: OnceCell::new(),
        })
    }

    /// Points-to sets and call graph.
    pub fn points_to(&self) -> &PointsTo {
        &self.points_to
    }

    /// How far every instruction is from each of some places.
    pub fn distances(&mut self, places: &[Vec<threads::Spot>]) -> distance::Distances {
        self.points_to.distances(places)
    }

    /// Threads, and what they do in parallel.
    pub fn threads(&self) -> &Threads {
        self.threads.get_or_init(|| Threads::find(&self.points_to))
    }

    /// The objects that threads can share.
    pub fn escaped(&self) -> &Set {
        self.escaped.get_or_init(|| accesses::escaped(&self.points_to))
    }

    /// The accesses of the program's own code to memory that threads can share.
    pub fn accesses(&self) -> &[Access] {
        self.accesses.get_or_init(|| accesses::accesses(&self.points_to, self.escaped()))
    }

    /// Locks held, and the order in which they are taken.
    pub fn locks(&self) -> &Locks {
        self.locks.get_or_init(|| Locks::find(&self.points_to, self.threads()))
    }

    /// What depends on what.
    pub fn dependence(&self) -> &Dependence {
        self.dependence.get_or_init(|| Dependence::find(&self.points_to, self.threads()))
    }
}

//! The places that guide a search: read from the command line or a file, found in the program, and followed by a guest.

use std::path::Path;
use std::sync::Arc;

use raddle_analysis::Analysis;
use raddle_analysis::distance::{Distances, Known, NEVER, Row};
use raddle_analysis::points_to::PointsTo;
use raddle_analysis::threads::Spot;
use raddle_program::class::{ClassId, MethodId};
use raddle_program::frame_map::FrameMap;
use raddle_vm::Machine;
use raddle_vm::event::{Action, Event};
use raddle_vm::heap::Ref;
use raddle_vm::thread::{Frame, ThreadId};
use rustc_hash::FxHashMap;

use crate::launch_options::LaunchOptions;
use crate::run;

/// The most places a sequence has: a bit for each.
pub(crate) const MOST: usize = 64;

/// Reads what `--sequence` was given: the name of a file, or places separated by commas.
pub fn read(given: &str) -> Result<Vec<String>, String> {
    let file = Path::new(given);
    let looks_like_file = given.contains('/') || file.extension().is_some_and(|end| end == "sequence");
    let places: Vec<String> = if file.is_file() || looks_like_file {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {given}: {error}"))?;
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        lines.filter(|line| !line.is_empty()).map(str::to_string).collect()
    } else {
        given.split(',').map(|place| place.trim().to_string()).collect()
    };
    match places.len() {
        0 => Err(format!("{given} names no place; write one a line, such as Account.deposit:17")),
        1..=MOST if places.iter().all(|place| !place.is_empty()) => Ok(places),
        1..=MOST => Err("there is nothing between two commas; write places such as Account.deposit:17".to_string()),
        count => Err(format!("{count} places are too many; {MOST} at most")),
    }
}

/// A sequence of places of a program, with the way to each from anywhere.
#[derive(Debug)]
pub struct Sequence {
    count: u32,
    distances: Distances,
    /// The places that are passed by such an action, wherever it is or only where they are, a bit for each.
    by_action: FxHashMap<Action, (u64, u64)>,
    /// Those that are passed by whatever happens there.
    by_any: u64,
    /// Those that count only in the method a thread is in, not in those that called it.
    direct: u64,
}

impl Sequence {
    /// Finds places in a program. The error says which is not there, and what is nearest.
    pub fn find(launch: &LaunchOptions, places: &[String]) -> Result<Sequence, String> {
        let main = run::main_class(launch)?;
        Sequence::among(&mut Analysis::new(run::boot_library(launch)?, &main)?, places)
    }

    /// Finds places in a program that has been analysed.
    pub(crate) fn among(analysis: &mut Analysis, places: &[String]) -> Result<Sequence, String> {
        let mut sequence = Sequence {
            count: places.len() as u32,
            distances: Distances::default(),
            by_action: FxHashMap::default(),
            by_any: 0,
            direct: 0,
        };
        let mut spots = Vec::new();
        for (index, place) in places.iter().enumerate() {
            let found = sequence.add(1 << index, place, analysis.points_to());
            spots.push(found.map_err(|error| format!("--sequence {place}: {error}"))?);
        }
        sequence.distances = analysis.distances(&spots);
        Ok(sequence)
    }

    /// The way to each of some places, whoever passes them.
    pub(crate) fn of(analysis: &mut Analysis, places: &[Vec<Spot>]) -> Sequence {
        let distances = analysis.distances(places);
        Sequence { count: places.len() as u32, distances, by_action: FxHashMap::default(), by_any: 0, direct: 0 }
    }

    /// Finds the place that is to have a bit.
    fn add(&mut self, bit: u64, place: &str, program: &PointsTo) -> Result<Vec<Spot>, String> {
        let Some(operation) = program.find_operation(place).transpose()? else {
            self.by_any |= bit;
            return program.find(place);
        };
        self.direct |= if operation.is_direct { bit } else { 0 };
        for action in operation.actions {
            let (anywhere, there) = self.by_action.entry(*action).or_default();
            *if operation.is_anywhere { anywhere } else { there } |= bit;
        }
        Ok(operation.spots)
    }

    /// The places that an action passes at instructions which are at some.
    fn passed_by(&self, action: Option<Action>, at: u64) -> u64 {
        let (anywhere, there) = action.and_then(|action| self.by_action.get(&action)).copied().unwrap_or_default();
        anywhere | at & (there | self.by_any)
    }
}

/// A method of a machine's, as far as the sequence is concerned.
struct Method {
    /// The places each instruction is at, a bit for each; and whether one is at any.
    at: Vec<u64>,
    has_places: bool,
    /// The rows of the instructions whatever the receiver is, then those for each class it was analysed with.
    tables: Vec<Vec<Row>>,
    /// The names of those classes.
    classes: Vec<Option<String>>,
    /// Which table is for which class, as far as they were met.
    by_class: FxHashMap<ClassId, usize>,
    /// Before which instructions the receiver is in register 0 and needed, if there are tables to choose from.
    has_receiver: Vec<bool>,
}

/// Whether a method was met, and was analysed.
#[derive(Default)]
enum Met {
    #[default]
    NotYet,
    Unknown,
    Known(Box<Method>),
}

/// One machine on its way along a sequence.
pub(crate) struct Along {
    sequence: Arc<Sequence>,
    methods: Vec<Met>,
    /// What the last transition came by, one after the other: the places each of its operations was at, a bit for each.
    came_by: Vec<u64>,
}

impl Along {
    pub(crate) fn new(sequence: Arc<Sequence>) -> Along {
        Along { sequence, methods: Vec::new(), came_by: Vec::new() }
    }

    /// A thread is about to take a transition: it comes by wherever it stands, in all methods it is in.
    pub(crate) fn leave(&mut self, machine: &Machine, thread: ThreadId) {
        self.came_by.clear();
        self.come_by_standing(machine, thread);
    }

    /// It has taken it. What it did after the first operation counts, and where it stands and cannot go on: that may be what is wrong.
    pub(crate) fn arrive(&mut self, machine: &mut Machine, thread: ThreadId) {
        for index in 1..machine.events().len() {
            let Event { site, action, .. } = machine.events()[index];
            let mut at = self.places_at(machine, site.method, site.pc);
            if let Some((caller, _)) = machine.event_caller(index) {
                at |= self.places_at(machine, caller.method, caller.pc) & !self.sequence.direct;
            }
            self.came_by.push(self.sequence.passed_by(Some(action), at));
        }
        if !machine.is_possible(thread, 0) {
            self.come_by_standing(machine, thread);
        }
    }

    /// The operation a thread stands before, at all places it stands at in the methods it is in.
    fn come_by_standing(&mut self, machine: &Machine, thread: ThreadId) {
        let mut at = 0;
        for frame in machine.threads[thread.index()].frames() {
            at = at & !self.sequence.direct | self.places_at(machine, frame.method, frame.pc);
        }
        let action = machine.pending(thread).map(|event| event.action);
        self.came_by.push(self.sequence.passed_by(action, at));
    }

    /// How many places have been passed, if so many had been before the last transition.
    pub(crate) fn passed(&self, before: u32) -> u32 {
        self.came_by.iter().fold(before, |passed, at| {
            let is_next = passed < self.sequence.count && at >> passed & 1 == 1;
            passed + u32::from(is_next)
        })
    }

    /// How far a thread is from a place: from any method it is in, once it has left those above.
    pub(crate) fn distance(&mut self, machine: &Machine, thread: ThreadId, place: u32) -> u32 {
        if place >= self.sequence.count {
            return 0;
        }
        let thread = &machine.threads[thread.index()];
        let (mut least, mut left) = (NEVER, 0u32);
        for (index, frame) in thread.frames().iter().rev().enumerate() {
            // The innermost stands before its instruction, the others are in a call.
            let side = usize::from(index > 0);
            let row = self.row(machine, frame, thread.registers());
            // What was not analysed is left somehow.
            let (to, out) = row.map_or((NEVER, 1), |row| (row.to[place as usize][side], row.out[side]));
            least = least.min(left.saturating_add(to));
            left = left.saturating_add(out);
            if left >= least {
                break;
            }
        }
        least
    }

    /// Whether a thread may come to a place: there is a way from where it stands, or it is in a method that was not analysed.
    pub(crate) fn may_come(&mut self, machine: &Machine, thread: ThreadId, place: u32) -> bool {
        let thread = &machine.threads[thread.index()];
        thread.frames().iter().rev().enumerate().any(|(index, frame)| {
            let row = self.row(machine, frame, thread.registers());
            row.is_none_or(|row| row.to[place as usize][usize::from(index > 0)] != NEVER)
        })
    }

    #[inline]
    fn places_at(&mut self, machine: &Machine, method: MethodId, pc: u32) -> u64 {
        if let Some(Met::NotYet) | None = self.methods.get(method.index()) {
            self.method(machine, method);
        }
        match &self.methods[method.index()] {
            Met::Known(known) if known.has_places => known.at.get(pc as usize).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn row(&mut self, machine: &Machine, frame: &Frame, stack: &[u64]) -> Option<&Row> {
        let method = self.method(machine, frame.method)?;
        let pc = frame.pc as usize;
        let mut table = 0;
        if method.has_receiver.get(pc) == Some(&true) {
            let receiver = Ref(stack[frame.base as usize] as u32);
            if !receiver.is_null() {
                table = method.table_for(machine, machine.heap.class(receiver));
            }
        }
        method.tables[table].get(pc)
    }

    fn method(&mut self, machine: &Machine, method: MethodId) -> Option<&mut Method> {
        if self.methods.len() <= method.index() {
            self.methods.resize_with(machine.program.methods.len(), Met::default);
        }
        let met = &mut self.methods[method.index()];
        if matches!(met, Met::NotYet) {
            *met = Method::new(&self.sequence.distances, machine, method)
                .map_or(Met::Unknown, |method| Met::Known(Box::new(method)));
        }
        match met {
            Met::Known(method) => Some(method),
            _ => None,
        }
    }
}

impl Method {
    /// What was found out about a method, by the instructions it has in a machine; `None` if nothing was.
    #[cold]
    fn new(distances: &Distances, machine: &Machine, method: MethodId) -> Option<Method> {
        let Known { bytecode, at, rows } = distances.methods.get(&PointsTo::method_key(&machine.program, method))?;
        let entry = machine.program.method(method);
        let code = entry.code.as_ref()?;
        // The same code is translated alike everywhere; what was linked meanwhile may have fewer or more instructions for a bytecode.
        let same: Vec<Option<usize>> = code
            .bytecode
            .iter()
            .enumerate()
            .map(|(pc, index)| {
                if bytecode.get(pc) == Some(index) {
                    Some(pc)
                } else {
                    bytecode.iter().position(|other| other == index)
                }
            })
            .collect();
        let none = Row {
            out: [1; 2],
            to: vec![[NEVER; 2]; rows.first().and_then(|(_, rows)| rows.first()).map_or(0, |row| row.to.len())],
        };
        let table = |rows: &[Row]| -> Vec<Row> {
            same.iter().map(|pc| pc.map_or_else(|| none.clone(), |pc| rows[pc].clone())).collect()
        };
        let mut tables: Vec<Vec<Row>> = rows.iter().map(|(_, rows)| table(rows)).collect();
        let any = tables.iter().skip(1).fold(tables[0].clone(), |mut any, table| {
            any.iter_mut().zip(table).for_each(|(any, row)| any.approach(row));
            any
        });
        let has_receiver = if entry.is_static() || tables.len() < 2 {
            Vec::new()
        } else {
            let map = FrameMap::compute(code, &[true]);
            (0..code.insns.len()).map(|pc| map.references(pc).any(|register| register == 0)).collect()
        };
        tables.insert(0, any);
        Some(Method {
            at: same.iter().map(|pc| pc.map_or(0, |pc| at[pc])).collect(),
            has_places: at.iter().any(|at| *at != 0),
            tables,
            classes: rows.iter().map(|(class, _)| class.clone()).collect(),
            by_class: FxHashMap::default(),
            has_receiver,
        })
    }

    /// Which table is for a receiver of a class.
    fn table_for(&mut self, machine: &Machine, class: ClassId) -> usize {
        let classes = &self.classes;
        *self.by_class.entry(class).or_insert_with(|| {
            let name = machine.program.class_name(class);
            classes.iter().position(|known| known.as_deref() == Some(name)).map_or(0, |index| index + 1)
        })
    }
}

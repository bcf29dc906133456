//! The programs of the suite and the sizes they are checked in: what every number of `raddle bench check` is of.

/// A program with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) program: &'static str,
    pub(super) arguments: &'static str,
    /// Whether the search is measured here, and not only its states counted.
    pub(super) measured: bool,
    /// The states Java PathFinder needs, where that is known.
    pub(super) jpf: Option<u64>,
}

impl Size {
    /// What a table calls it.
    pub(super) fn label(&self) -> String {
        format!("{} {}", self.program, self.arguments)
    }
}

const fn measured(program: &'static str, arguments: &'static str) -> Size {
    Size { program, arguments, measured: true, jpf: None }
}

const fn counted(program: &'static str, arguments: &'static str, jpf: u64) -> Size {
    Size { program, arguments, measured: false, jpf: Some(jpf) }
}

const fn both(program: &'static str, arguments: &'static str, jpf: u64) -> Size {
    Size { program, arguments, measured: true, jpf: Some(jpf) }
}

/// Where the speed of the search is judged: large enough for the search to outweigh its start, and of monitors only, so that
/// the class library takes no part in it.
pub(super) const REFERENCE: Size = measured("Philosophers", "6 3");

/// The program with about ten states whose check is compared with one run of `java`.
pub(super) const START_UP: &str = "StartUp";

/// All of them, those that are measured first; a program's sizes grow.
pub(super) const SIZES: [Size; 29] = [
    both("Philosophers", "3", 392),
    both("Philosophers", "4", 2_397),
    both("Philosophers", "5", 14_029),
    both("Philosophers", "6", 81_199),
    REFERENCE,
    measured("BoundedBuffer", "1 2 2 1"),
    both("BoundedBuffer", "1 2 2 2", 43_080),
    measured("WorkerPool", "2 3"),
    measured("WorkerPool", "3 3"),
    measured("LockBuffer", "1 1 1 1"),
    measured("LockBuffer", "1 1 1 2"),
    both("MapProgram", "1", 22_993),
    measured("MapProgram", "2"),
    measured("Executor", "1 1"),
    counted("ReorderSync", "2 1", 474),
    counted("ReorderSync", "3 1", 2_678),
    counted("ReorderSync", "4 1", 14_236),
    counted("ReorderSync", "5 1", 72_756),
    counted("Airline", "3 0", 852),
    counted("Airline", "4 0", 7_203),
    counted("Airline", "5 0", 64_757),
    counted("AccountSync", "2", 195),
    counted("AccountSync", "3", 2_174),
    counted("AccountSync", "4", 22_063),
    counted("TwoStageOk", "2 1", 704),
    counted("TwoStageOk", "3 1", 4_238),
    counted("TwoStageOk", "4 1", 23_060),
    counted("WronglockOk", "3 2", 33_046),
    counted("ReplicatedWorkers", "3 1", 18_348),
];

/// The names of the programs, each once, in the order of their sizes; start-up last.
pub(super) fn programs() -> Vec<String> {
    let mut programs: Vec<&str> = SIZES.iter().map(|size| size.program).collect();
    programs.dedup();
    programs.push(START_UP);
    programs.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_program_is_in_the_suite() {
        let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/java/check");
        for program in programs() {
            assert!(suite.join(format!("{program}.java")).is_file(), "{program}");
        }
    }

    #[test]
    fn every_size_is_there_once_and_the_reference_among_them() {
        let labels: HashSet<String> = SIZES.iter().map(Size::label).collect();
        assert_eq!(labels.len(), SIZES.len());
        assert!(SIZES.contains(&REFERENCE));
    }

    #[test]
    fn sizes_of_a_program_stand_together() {
        let names = programs();
        let different: HashSet<&String> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }
}

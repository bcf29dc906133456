//! Tables 4.2 and 4.3 of Qingzhou Luo, Testing, Runtime Verification, and Analysis
//! of Concurrent Programs. What the thesis marks as TIMEOUT (after 15 minutes) was not successful. Optimal reduction is not in it and stands beside.

use super::configuration::Configuration::{Causal, Reduced, Stateless, StatelessBound};
use super::published::{Columns, Counted, ProgramSize, Published, Row, Table, Trials, Variant};
use raddle_search::reduce::Reduction;

/// The bound of the thesis for its column CHESS.
const BOUND: u32 = 2;

// The thesis does not say in which sizes it ran them; docs/tables.md says what is known and how these were chosen.
const AIRLINE: ProgramSize = ("Airline", "4 2");
const ACCOUNT: ProgramSize = ("Account", "2");
const ALLOCATION_VECTOR: ProgramSize = ("AllocationVector", "2 4 2");
const BUBBLE_SORT: ProgramSize = ("BubbleSort", "5");
const LANG: ProgramSize = ("Lang", "8");
const POOL: ProgramSize = ("Pool", "3 1 2");
const LOG4J1: ProgramSize = ("Log4j1", "1 2");
const LOG4J2: ProgramSize = ("Log4j2", "2 1");
const LOGGER: ProgramSize = ("Logger", "1 1");

pub(super) const BUGS: Table = Table {
    name: "luo-4.2",
    paper: "Luo: Testing, Runtime Verification, and Analysis of Concurrent Programs",
    about: "schedules to find bugs, depth first, context bound and by maximal causality",
    counted: Counted::Executions,
    columns: Columns::Range,
    trials: Trials { successes: 1, most: 1 },
    rows: || BUG_ROWS.to_vec(),
};

pub(super) const WHOLE: Table = Table {
    name: "luo-4.3",
    about: "schedules to finish exploration once the bugs are fixed, depth first, context bound and by maximal causality",
    rows: || WHOLE_ROWS.to_vec(),
    ..BUGS
};

const BUG_ROWS: &[Row] = &[
    Row::wrong(AIRLINE, Stateless, Published::exactly(7.0)),
    Row::wrong(AIRLINE, StatelessBound(BOUND), Published::exactly(42.0)),
    Row::wrong(AIRLINE, Causal, Published::exactly(3.0)),
    Row::wrong(AIRLINE, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(ACCOUNT, Stateless, Published::exactly(196.0)),
    Row::wrong(ACCOUNT, StatelessBound(BOUND), Published::exactly(14.0)),
    Row::wrong(ACCOUNT, Causal, Published::exactly(4.0)),
    Row::wrong(ACCOUNT, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(ALLOCATION_VECTOR, Stateless, Published::NEVER),
    Row::wrong(ALLOCATION_VECTOR, StatelessBound(BOUND), Published::exactly(15.0)),
    Row::wrong(ALLOCATION_VECTOR, Causal, Published::exactly(2.0)),
    Row::wrong(ALLOCATION_VECTOR, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(BUBBLE_SORT, Stateless, Published::NEVER),
    Row::wrong(BUBBLE_SORT, StatelessBound(BOUND), Published::exactly(166.0)),
    Row::wrong(BUBBLE_SORT, Causal, Published::exactly(9.0)),
    Row::wrong(BUBBLE_SORT, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(LANG, Stateless, Published::NEVER),
    Row::wrong(LANG, StatelessBound(BOUND), Published::exactly(18.0)),
    Row::wrong(LANG, Causal, Published::exactly(20.0)),
    Row::wrong(LANG, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(POOL, Stateless, Published::NEVER),
    Row::wrong(POOL, StatelessBound(BOUND), Published::exactly(128.0)),
    Row::wrong(POOL, Causal, Published::exactly(164.0)),
    Row::wrong(POOL, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(LOG4J1, Stateless, Published::exactly(123.0)),
    Row::wrong(LOG4J1, StatelessBound(BOUND), Published::exactly(8.0)),
    Row::wrong(LOG4J1, Causal, Published::exactly(3.0)),
    Row::wrong(LOG4J1, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(LOG4J2, Stateless, Published::exactly(20.0)),
    Row::wrong(LOG4J2, StatelessBound(BOUND), Published::exactly(29.0)),
    Row::wrong(LOG4J2, Causal, Published::exactly(5.0)),
    Row::wrong(LOG4J2, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::wrong(LOGGER, Stateless, Published::exactly(20.0)),
    Row::wrong(LOGGER, StatelessBound(BOUND), Published::exactly(9.0)),
    Row::wrong(LOGGER, Causal, Published::exactly(3.0)),
    Row::wrong(LOGGER, Reduced(Reduction::Optimal), Published::UNKNOWN),
];

const WHOLE_ROWS: &[Row] = &[
    Row::new(Variant::Right, AIRLINE, Stateless, Published::NEVER),
    Row::new(Variant::Right, AIRLINE, StatelessBound(BOUND), Published::exactly(8309.0)),
    Row::new(Variant::Right, AIRLINE, Causal, Published::exactly(17.0)),
    Row::new(Variant::Right, AIRLINE, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, ACCOUNT, Stateless, Published::NEVER),
    Row::new(Variant::Right, ACCOUNT, StatelessBound(BOUND), Published::exactly(819.0)),
    Row::new(Variant::Right, ACCOUNT, Causal, Published::exactly(5.0)),
    Row::new(Variant::Right, ACCOUNT, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, ALLOCATION_VECTOR, Stateless, Published::NEVER),
    Row::new(Variant::Right, ALLOCATION_VECTOR, StatelessBound(BOUND), Published::exactly(16311.0)),
    Row::new(Variant::Right, ALLOCATION_VECTOR, Causal, Published::exactly(22.0)),
    Row::new(Variant::Right, ALLOCATION_VECTOR, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, BUBBLE_SORT, Stateless, Published::NEVER),
    Row::new(Variant::Right, BUBBLE_SORT, StatelessBound(BOUND), Published::exactly(115827.0)),
    Row::new(Variant::Right, BUBBLE_SORT, Causal, Published::exactly(103.0)),
    Row::new(Variant::Right, BUBBLE_SORT, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, LANG, Stateless, Published::NEVER),
    Row::new(Variant::Right, LANG, StatelessBound(BOUND), Published::exactly(9990.0)),
    Row::new(Variant::Right, LANG, Causal, Published::exactly(334.0)),
    Row::new(Variant::Right, LANG, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, POOL, Stateless, Published::NEVER),
    Row::new(Variant::Right, POOL, StatelessBound(BOUND), Published::NEVER),
    Row::new(Variant::Right, POOL, Causal, Published::NEVER),
    Row::new(Variant::Right, POOL, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, LOG4J1, Stateless, Published::exactly(329.0)),
    Row::new(Variant::Right, LOG4J1, StatelessBound(BOUND), Published::exactly(329.0)),
    Row::new(Variant::Right, LOG4J1, Causal, Published::exactly(3.0)),
    Row::new(Variant::Right, LOG4J1, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, LOG4J2, Stateless, Published::NEVER),
    Row::new(Variant::Right, LOG4J2, StatelessBound(BOUND), Published::NEVER),
    Row::new(Variant::Right, LOG4J2, Causal, Published::exactly(9.0)),
    Row::new(Variant::Right, LOG4J2, Reduced(Reduction::Optimal), Published::UNKNOWN),
    Row::new(Variant::Right, LOGGER, Stateless, Published::exactly(577.0)),
    Row::new(Variant::Right, LOGGER, StatelessBound(BOUND), Published::exactly(138.0)),
    Row::new(Variant::Right, LOGGER, Causal, Published::exactly(2.0)),
    Row::new(Variant::Right, LOGGER, Reduced(Reduction::Optimal), Published::UNKNOWN),
];

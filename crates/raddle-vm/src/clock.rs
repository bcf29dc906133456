//! Virtual time: it moves with the instructions executed and jumps to the next deadline when nothing can run.

/// Milliseconds since 1970 at which every run begins: 2025-01-01T00:00:00Z.
const EPOCH_MILLIS: u64 = 1_735_689_600_000;
/// Nanoseconds a look at the clock takes, so that a loop that waits for time to pass does see it pass.
const LOOK_NANOS: u64 = 50;
/// `System.nanoTime` starts here, not at 0: programs must not rely on it.
const NANO_BASE: u64 = 1_000_000_000;

/// What a clock is set forward by when it is stopped: ten days and some, as if the system had been up that long.
const STOPPED_BASE: u64 = 0x0003_1d4a_7c00_0000;

/// The machine's clock.
#[derive(Clone, Copy, Default, Debug)]
pub struct Clock {
    nanos: u64,
    stopped: bool,
}

impl Clock {
    /// Nanoseconds since the start of the run.
    pub fn now(&self) -> u64 {
        self.nanos
    }

    /// Lets time pass.
    pub fn advance(&mut self, nanos: u64) {
        self.nanos += nanos;
    }

    /// Sets the time.
    pub fn set(&mut self, nanos: u64) {
        self.nanos = nanos;
    }

    /// Jumps to a later time.
    pub fn jump_to(&mut self, nanos: u64) {
        self.nanos = self.nanos.max(nanos);
    }

    /// From here on time passes only when it is told to. The numbers begin where no others are likely to be, so that times can be told from
    /// other values.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.nanos += STOPPED_BASE;
    }

    /// Whether a value looks like a time of a stopped clock, in nanoseconds or milliseconds.
    #[inline]
    pub fn is_time(value: u64) -> bool {
        const MILLIS: u64 = EPOCH_MILLIS + STOPPED_BASE / 1_000_000;
        // Most values are small.
        value >= MILLIS && (value < MILLIS * 2 || (STOPPED_BASE..STOPPED_BASE * 2).contains(&value))
    }

    fn look(&mut self) {
        if !self.stopped {
            self.nanos += LOOK_NANOS;
        }
    }

    /// The value of `System.nanoTime`.
    pub fn nano_time(&mut self) -> i64 {
        self.look();
        (NANO_BASE + self.nanos) as i64
    }

    /// The value of `System.currentTimeMillis`.
    pub fn millis(&mut self) -> i64 {
        self.look();
        (EPOCH_MILLIS + self.nanos / 1_000_000) as i64
    }

    /// Seconds and nanoseconds since 1970.
    pub fn wall(&mut self) -> (i64, i64) {
        self.look();
        let nanos = EPOCH_MILLIS as u128 * 1_000_000 + self.nanos as u128;
        ((nanos / 1_000_000_000) as i64, (nanos % 1_000_000_000) as i64)
    }
}

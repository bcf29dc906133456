//! Any bytes as a trace file: it is refused in one line, or told and drawn.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle::report::text;
use raddle::show;
use raddle::source::Sources;
use raddle::trace::Trace;

fuzz_target!(|bytes: &[u8]| {
    match Trace::from_json(bytes) {
        Err(error) => assert!(!error.to_string().contains('\n')),
        Ok(trace) => {
            let mut sources = Sources::new(None, "nowhere");
            text::trace(&trace, &mut sources, true);
            show::page(&trace, &mut sources);
        }
    }
});

//! `java.lang.String` and its helpers.

use super::{Call, Table, done};
use crate::machine::Outcome;

pub(super) static TABLE: Table =
    Table { class: "java/lang/String", methods: &[("intern()Ljava/lang/String;", intern)] };

pub(super) static UTF16: Table =
    Table { class: "java/lang/StringUTF16", methods: &[("isBigEndian()Z", |_| done(false))] };

fn intern(call: &mut Call) -> Outcome {
    let string = call.object(0)?;
    let units = call.string_units(string);
    if let Some(&known) = call.interned.get(&units) {
        return done(known);
    }
    if call.watch.on {
        // What stays whatever is taken back cannot be an object of one path.
        return done(call.literal(&units));
    }
    call.interned.insert(units, string);
    done(string)
}

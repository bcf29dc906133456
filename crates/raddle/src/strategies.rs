//! `raddle strategies`: the parts a search is put together of, and the combinations that have names.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use raddle_search::strategy::{COMBINATIONS, Named, PARTS, Strategy};

/// Prints all of them, one a line, with where each comes from.
pub fn strategies() -> ExitCode {
    // Nobody is left to tell when standard output is closed.
    let _ = std::io::stdout().write_all(list().as_bytes());
    ExitCode::SUCCESS
}

fn list() -> String {
    let mut text = String::from("Parts of raddle check, freely combined:\n");
    lines(&mut text, PARTS);
    text.push_str("\nCombinations; parts given beside take the place of theirs:\n");
    lines(&mut text, COMBINATIONS);
    text.push_str("\nWhat the combinations stand for:\n");
    for Named { name, .. } in COMBINATIONS {
        if let Some(strategy) = Strategy::named(name) {
            let _ = writeln!(text, "  {name:<24} {strategy}");
        }
    }
    text
}

fn lines(text: &mut String, named: &[Named]) {
    let mut last = "";
    for Named { option, name, line, source } in named {
        let shown = if *option == last { "" } else { option };
        last = option;
        let _ = writeln!(text, "  {shown:<12} {name:<24} {line} [{source}]");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_and_every_combination_has_a_line_with_its_source() {
        let text = list();
        for Named { name, source, .. } in PARTS.iter().chain(COMBINATIONS) {
            assert!(text.lines().any(|line| line.contains(name) && line.ends_with(&format!("[{source}]"))), "{name}");
        }
    }
}

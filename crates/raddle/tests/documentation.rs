//! The pages as a reader meets them: every relative link leads to a file, every anchor to a heading, and every page of
//! the book is in its table of contents.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages at the top, of the book, and beside the examples and the benchmarks.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for directory in ["", "docs", "examples", "benchmarks"] {
        let entries = fs::read_dir(root().join(directory)).expect("the directory is there");
        let files = entries.map(|entry| entry.expect("a readable entry").path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    pages.sort();
    pages
}

/// The lines of a page that are prose: code between fences holds no links and no headings.
fn prose(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a readable page");
    let mut fenced = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            lines.push(without_code(line));
        }
    }
    lines
}

/// The line with the content of its `code` spans left out.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The targets of the links `[text](target)` on a line.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// The anchors of a page's headings, named as GitHub and mdBook name them.
fn anchors(page: &Path) -> HashSet<String> {
    let text = fs::read_to_string(page).expect("a readable page");
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            heading
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

/// What is wrong with a link on a page, if anything.
fn fault(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = match target.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (target, None),
    };
    let path =
        if file.is_empty() { page.to_owned() } else { page.parent().expect("a page is in a directory").join(file) };
    if !path.exists() {
        return Some(format!("{}: {target} leads nowhere", page.display()));
    }
    match anchor {
        Some(anchor) if !anchors(&path).contains(anchor) => {
            Some(format!("{}: {target} has no such heading", page.display()))
        }
        _ => None,
    }
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut faults = Vec::new();
    for page in pages() {
        for line in prose(&page) {
            faults.extend(targets(&line).filter_map(|target| fault(&page, target)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    let summary = root().join("docs/SUMMARY.md");
    let lines = prose(&summary);
    let listed: HashSet<PathBuf> =
        lines.iter().flat_map(|line| targets(line)).map(|target| root().join("docs").join(target)).collect();
    for page in pages() {
        if page.starts_with(root().join("docs")) && page != summary {
            assert!(listed.contains(&page), "{} is not listed", page.display());
        }
    }
}

#[test]
fn a_broken_link_is_noticed() {
    let page = root().join("examples/README.md");
    assert_eq!(fault(&page, "hello/Hello.java"), None);
    assert_eq!(fault(&page, "#examples"), None);
    assert_eq!(fault(&page, "https://example.org/nowhere"), None);
    assert!(fault(&page, "hello/Goodbye.java").is_some());
    assert!(fault(&page, "#no-such-heading").is_some());
}

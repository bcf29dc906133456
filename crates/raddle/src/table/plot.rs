//! A table as a drawing (SVG): a band for each line, with our mean and the published one as dots on a logarithmic scale, and their
//! ranges as strokes through them.

use std::fmt::Write;

use super::published::Table;
use super::text::{number, range};
use super::{Line, same_program};

/// Pixels: of a line, of the names beside the drawing, of the drawing, around both.
const BAND: f64 = 22.0;
const NAMES: f64 = 390.0;
const WIDTH: f64 = 560.0;
const MARGIN: f64 = 20.0;
const TOP: f64 = 92.0;

/// Colours that most people can tell apart, whatever colours they see.
const OURS: &str = "#0072b2";
const THEIRS: &str = "#d55e00";

/// A mean, and the range around it if it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    mean: f64,
    least: f64,
    most: f64,
}

impl Mark {
    fn new(mean: Option<f64>, least: Option<f64>, most: Option<f64>) -> Option<Mark> {
        let mean = mean?;
        Some(Mark { mean, least: least.unwrap_or(mean), most: most.unwrap_or(mean) })
    }
}

/// What both sides have of a line.
fn marks(line: &Line) -> [Option<Mark>; 2] {
    let [mean, least, most, _] = range(line.sample.counts());
    let theirs = &line.row.published;
    [Mark::new(mean, least, most), Mark::new(theirs.mean, theirs.least, theirs.most)]
}

/// The whole drawing.
pub(super) fn svg(table: &Table, lines: &[Line]) -> String {
    let all: Vec<[Option<Mark>; 2]> = lines.iter().map(marks).collect();
    let decades = decades(all.iter().flatten().flatten().map(|mark| mark.most));
    let bottom = TOP + BAND * lines.len() as f64;
    let (width, height) = (NAMES + WIDTH + 2.0 * MARGIN, bottom + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let title = format!("{}, {}", table.paper, table.place());
    text(&mut svg, MARGIN, 24.0, "font-weight=\"bold\"", &title);
    text(&mut svg, MARGIN, 42.0, "", &format!("{}; counted: {}", table.about, table.counted.name()));
    for (i, (colour, name)) in [(OURS, "raddle"), (THEIRS, "published")].into_iter().enumerate() {
        let x = MARGIN + 90.0 * i as f64;
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"58\" r=\"4\" fill=\"{colour}\"/>", x + 4.0);
        text(&mut svg, x + 14.0, 62.0, "", name);
    }
    for decade in 0..=decades {
        let x = x(10f64.powi(decade as i32), decades);
        let _ = writeln!(svg, "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>");
        text(&mut svg, x, TOP - 6.0, "text-anchor=\"middle\" fill=\"#666\"", &number(10f64.powi(decade as i32)));
    }
    for (i, (line, marks)) in lines.iter().zip(&all).enumerate() {
        let y = TOP + BAND * (i as f64 + 0.5);
        if i == 0 || !same_program(&lines[i - 1].row, &line.row) {
            let _ = writeln!(svg, "<path d=\"M{MARGIN} {0}H{1}\" stroke=\"#999\"/>", y - BAND / 2.0, width - MARGIN);
            let program = format!("{} {}", line.row.program, line.row.sizes);
            text(&mut svg, MARGIN, y + 4.0, "font-weight=\"bold\"", &program);
        }
        text(&mut svg, MARGIN + 190.0, y + 4.0, "", &line.row.configuration.label());
        for (mark, (colour, offset)) in marks.iter().zip([(OURS, -3.5), (THEIRS, 3.5)]) {
            if let Some(mark) = mark {
                draw(&mut svg, mark, y + offset, colour, decades);
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(svg: &mut String, mark: &Mark, y: f64, colour: &str, decades: u32) {
    let [least, mean, most] = [mark.least, mark.mean, mark.most].map(|count| x(count, decades));
    let _ = writeln!(
        svg,
        "<path d=\"M{least:.1} {y}H{most:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/><circle cx=\"{mean:.1}\" cy=\"{y}\" \
         r=\"4\" fill=\"{colour}\"><title>{}</title></circle>",
        number(mark.mean)
    );
}

fn text(svg: &mut String, x: f64, y: f64, attributes: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{words}</text>");
}

/// How many powers of ten the scale needs for the largest of the counts, at least one.
fn decades(counts: impl Iterator<Item = f64>) -> u32 {
    (counts.fold(1.0, f64::max).log10().ceil() as u32).max(1)
}

/// Where a count is on the scale.
fn x(count: f64, decades: u32) -> f64 {
    MARGIN + NAMES + WIDTH * count.max(1.0).log10() / f64::from(decades)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_ends_with_the_power_of_ten_above_the_largest_count() {
        assert_eq!(decades([3.0, 400.0].into_iter()), 3);
        assert_eq!(decades([1000.0].into_iter()), 3);
        assert_eq!(decades([].into_iter()), 1);
        assert_eq!((x(1.0, 3), x(1000.0, 3)), (MARGIN + NAMES, MARGIN + NAMES + WIDTH));
    }
}

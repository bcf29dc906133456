//! `raddle analyze`: what is known of a program without running it, in words, as JSON or as a graph.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::style::StyleAttr;
use layout::std_shapes::render::get_shape_size;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use raddle_analysis::Analysis;
use raddle_analysis::body::{NO_VALUE, Op, Value};
use raddle_analysis::locks::Held;
use raddle_analysis::objects::ObjectId;
use raddle_analysis::slice::Direction;
use raddle_analysis::threads::Spot;
use raddle_program::class::MethodId;
use serde_json::{Value as Json, json};

use crate::launch_options::{self, LaunchOptions, Request};
use crate::{CANNOT, complain, run};

/// What `raddle analyze` was told.
#[derive(Clone, Debug, clap::Args)]
pub struct AnalyzeOptions {
    /// What to show
    #[arg(long, value_enum)]
    pub show: Show,
    /// The location it is about, if any, and the main class or jar
    #[arg(value_names = ["LOCATION", "MAIN"], num_args = 1..=2, required = true)]
    pub words: Vec<String>,
    /// How to show it; `dot` is for Graphviz, `svg` for a browser
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// A slice of what the location can influence, instead of what can influence it
    #[arg(long)]
    pub forward: bool,
    /// Show code of the class library too
    #[arg(long)]
    pub library: bool,
    /// Where the program is [also: -cp, -classpath]
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<String>,
    /// The JDK whose class library is read; else JAVA_HOME's, else that of `java` on PATH
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
}

/// What can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Show {
    /// The control-flow graph of a method
    Cfg,
    /// Which methods call which
    Calls,
    /// Which objects the values at a location can be
    PointsTo,
    /// The threads, and what can happen in parallel with a location
    Parallel,
    /// The locks held at a location, or the order in which locks are taken
    Locks,
    /// What can influence a location
    Slice,
}

/// The forms it is shown in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Words
    Text,
    /// JSON
    Json,
    /// A graph in the language of Graphviz
    Dot,
    /// The same graph, drawn
    Svg,
}

/// Nodes and edges of a graph that is drawn, at most: with more, laying it out takes minutes.
const MOST_DRAWN: usize = 1_500;

/// A graph to be drawn: labels of its nodes, and edges with labels.
#[derive(Default)]
struct Graph {
    nodes: Vec<String>,
    edges: Vec<(usize, usize, String)>,
}

/// An answer in all its forms.
#[derive(Default)]
struct Answer {
    text: String,
    json: Json,
    graph: Graph,
}

/// Prints what was asked for; exit code 3 if there is no such program or location.
pub fn analyze(options: &AnalyzeOptions) -> ExitCode {
    match answer(options) {
        Ok(text) => {
            // Nobody is left to tell when standard output is closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(message) => {
            complain(&message);
            ExitCode::from(CANNOT)
        }
    }
}

fn answer(options: &AnalyzeOptions) -> Result<String, String> {
    let (location, main) = match &options.words[..] {
        [main] => (None, main),
        [location, main] => (Some(location.as_str()), main),
        _ => return Err("name a main class; see raddle analyze --help".into()),
    };
    let needs_location = matches!(options.show, Show::Cfg | Show::PointsTo | Show::Slice);
    if needs_location && location.is_none() {
        return Err(
            "this needs a location before the main class, such as Main.run:12; see raddle analyze --help".into()
        );
    }
    let analysis = read(main, options.class_path.as_deref(), options.jdk.as_deref())?;
    let spots = location.map(|location| analysis.points_to().find(location)).transpose()?;
    let teller = Teller { analysis: &analysis, library: options.library };
    let spots = spots.as_deref();
    let answer = match options.show {
        Show::Cfg => teller.control_flow(spots.unwrap_or_default()),
        Show::Calls => teller.calls(spots),
        Show::PointsTo => teller.points_to(spots.unwrap_or_default()),
        Show::Parallel => teller.parallel(spots),
        Show::Locks => teller.locks(spots),
        Show::Slice => {
            let direction = if options.forward { Direction::Forward } else { Direction::Backward };
            teller.slice(spots.unwrap_or_default(), direction)
        }
    };
    Ok(match options.format {
        Format::Text => answer.text,
        Format::Json => format!("{:#}\n", answer.json),
        Format::Dot => answer.graph.dot(),
        // The labels of all but control flow are long: they stand better below one another.
        Format::Svg if options.show == Show::Cfg => answer.graph.svg(Orientation::TopToBottom)?,
        Format::Svg => answer.graph.svg(Orientation::LeftToRight)?,
    })
}

/// Reads and analyses a program: a main class, or a jar that names its own.
pub(crate) fn read(main: &str, class_path: Option<&str>, jdk: Option<&std::path::Path>) -> Result<Analysis, String> {
    let launch = launch_of(main, class_path, jdk)?;
    let main_class = run::main_class(&launch)?;
    Analysis::new(run::boot_library(&launch)?, &main_class)
}

fn launch_of(main: &str, class_path: Option<&str>, jdk: Option<&std::path::Path>) -> Result<LaunchOptions, String> {
    let mut words: Vec<std::ffi::OsString> = Vec::new();
    if let Some(class_path) = class_path {
        words.extend(["-cp".into(), class_path.into()]);
    }
    if let Some(jdk) = jdk {
        words.extend(["--jdk".into(), jdk.into()]);
    }
    if main.ends_with(".jar") {
        words.push("-jar".into());
    }
    words.push(main.into());
    match launch_options::parse(words) {
        Ok(Request::Launch(options)) => Ok(*options),
        Ok(Request::Help) => Err("name a main class; see raddle --help".into()),
        Err(error) => Err(error.to_string()),
    }
}

struct Teller<'a> {
    analysis: &'a Analysis,
    library: bool,
}

impl Teller<'_> {
    fn place(&self, spot: Spot) -> String {
        self.analysis.points_to().describe(spot.0, spot.1)
    }

    fn is_shown(&self, method: MethodId) -> bool {
        let world = &self.analysis.points_to().world;
        let class = world.machine.program.method(method).class;
        // What the machine makes for a lambda has no source to show.
        self.library || !world.is_library(class) && !world.machine.program.class(class).hidden
    }

    fn method(&self, method: MethodId) -> String {
        self.analysis.points_to().world.machine.program.method_name(method)
    }

    fn object(&self, object: u32) -> String {
        self.analysis.points_to().describe_object(ObjectId(object))
    }

    fn control_flow(&self, spots: &[Spot]) -> Answer {
        let mut answer = Answer::default();
        let mut all = Vec::new();
        let methods: BTreeSet<MethodId> = spots.iter().map(|spot| spot.0).collect();
        for method in methods {
            let Some(body) = self.analysis.points_to().bodies.get(&method) else { continue };
            let first = answer.graph.nodes.len();
            let depends = body.flow.control_dependence();
            let above = body.flow.dominators();
            let _ = writeln!(answer.text, "{}", self.method(method));
            let mut blocks = Vec::new();
            for (index, block) in body.flow.blocks.iter().enumerate() {
                let mut lines: Vec<u16> =
                    (block.start..block.end).filter_map(|pc| self.analysis.points_to().line(method, pc)).collect();
                lines.dedup();
                let lines_text = lines.iter().map(u16::to_string).collect::<Vec<_>>().join(", ");
                let list = |blocks: &[u32]| blocks.iter().map(|block| format!(" b{block}")).collect::<String>();
                let mut text = format!("  b{index}: lines {lines_text};");
                if !block.next.is_empty() {
                    let _ = write!(text, " goes on to{};", list(&block.next));
                }
                if !block.handlers.is_empty() {
                    let _ = write!(text, " throws to{};", list(&block.handlers));
                }
                if !depends[index].is_empty() {
                    let _ = write!(text, " depends on{};", list(&depends[index]));
                }
                let _ = writeln!(answer.text, "{}", text.trim_end_matches(';'));
                answer.graph.nodes.push(format!("b{index}\\nlines {lines_text}"));
                let edge = |to: &u32, label: &str| (first + index, first + *to as usize, label.to_string());
                answer.graph.edges.extend(block.next.iter().map(|to| edge(to, "")));
                answer.graph.edges.extend(block.handlers.iter().map(|to| edge(to, "throws")));
                blocks.push(json!({
                    "block": index, "lines": lines, "next": block.next, "handlers": block.handlers,
                    "mayThrowOut": block.may_throw_out, "dependsOn": depends[index], "dominator": above[index],
                }));
            }
            all.push(json!({ "method": self.method(method), "blocks": blocks }));
        }
        answer.json = json!(all);
        answer
    }

    fn calls(&self, spots: Option<&[Spot]>) -> Answer {
        let points_to = self.analysis.points_to();
        let mut calls: BTreeSet<(String, String)> = BTreeSet::new();
        for site in &points_to.sites {
            let wanted = match spots {
                Some(spots) => spots.contains(&(site.method, site.pc)),
                None => self.is_shown(site.method),
            };
            if wanted {
                let from = self.place((site.method, site.pc));
                calls.extend(site.targets.iter().map(|&target| (from.clone(), self.method(target))));
            }
        }
        let mut answer = Answer::default();
        let mut last = "";
        for (from, to) in &calls {
            if from != last {
                let _ = writeln!(answer.text, "{from}");
                last = from;
            }
            let _ = writeln!(answer.text, "  {to}");
            answer.graph.link(from, to, "");
        }
        if !points_to.gaps.is_empty() {
            let _ =
                writeln!(answer.text, "{} places are not followed; docs/analysis.md says which", points_to.gaps.len());
        }
        let list: Vec<Json> = calls.iter().map(|(from, to)| json!({ "at": from, "calls": to })).collect();
        answer.json = json!({ "calls": list, "notFollowed": points_to.gaps.len() });
        answer
    }

    fn points_to(&self, spots: &[Spot]) -> Answer {
        let points_to = self.analysis.points_to();
        let mut rows: Vec<(String, String, Vec<String>)> = Vec::new();
        for &(method, pc) in spots {
            let Some(body) = points_to.bodies.get(&method) else { continue };
            let mut values: Vec<(String, Value)> = Vec::new();
            let operands = body.operands(pc as usize);
            match body.ops[pc as usize] {
                Op::Load(field) | Op::Store(field) => {
                    values.push((format!("object whose {} is accessed", self.field(field)), operands[0]));
                }
                Op::LoadElement | Op::StoreElement => values.push(("array accessed".into(), operands[0])),
                Op::Enter => values.push(("monitor entered".into(), operands[0])),
                Op::Call(_) => values.extend(
                    operands.iter().enumerate().map(|(index, &value)| (format!("argument {index} of the call"), value)),
                ),
                _ => {}
            }
            values.push(("result".into(), body.results[pc as usize]));
            for (what, value) in values {
                let is_reference = value != NO_VALUE && body.references[value as usize];
                if is_reference {
                    let objects =
                        points_to.objects_of(method, value).iter().map(|object| self.object(object)).collect();
                    rows.push((self.place((method, pc)), what, objects));
                }
            }
        }
        let mut answer = Answer::default();
        for (place, what, objects) in &rows {
            let _ = writeln!(answer.text, "{place}: {what}");
            for object in objects {
                let _ = writeln!(answer.text, "  {object}");
                answer.graph.link(&format!("{place}: {what}"), object, "");
            }
            if objects.is_empty() {
                let _ = writeln!(answer.text, "  nothing but null, or what is not followed");
            }
        }
        let list = rows.iter().map(|(place, what, objects)| json!({ "at": place, "value": what, "objects": objects }));
        answer.json = list.collect();
        answer
    }

    fn field(&self, field: raddle_program::class::FieldId) -> String {
        let program = &self.analysis.points_to().world.machine.program;
        let entry = program.field(field);
        format!("{}.{}", program.java_name(entry.class), program.symbols.text(entry.name))
    }

    fn thread(&self, index: usize) -> String {
        let thread = &self.analysis.threads().list[index];
        match thread.object {
            None => "main".to_string(),
            Some(object) => self.object(object.0),
        }
    }

    fn parallel(&self, spots: Option<&[Spot]>) -> Answer {
        let threads = self.analysis.threads();
        let points_to = self.analysis.points_to();
        let mut answer = Answer::default();
        let Some(spots) = spots else {
            let mut list = Vec::new();
            for (index, thread) in threads.list.iter().enumerate() {
                let runs_shown = thread.runs.iter().any(|instance| self.is_shown(points_to.method_of(instance)));
                if !runs_shown {
                    continue;
                }
                let places = |spots: &[Spot]| spots.iter().map(|&spot| self.place(spot)).collect::<Vec<_>>();
                let (started, joined) = (places(&thread.started), places(&thread.joined));
                let _ = writeln!(answer.text, "{}{}", self.thread(index), if thread.many { ", several" } else { "" });
                let _ = writeln!(answer.text, "  runs {}", self.method(thread.run));
                started.iter().for_each(|place| {
                    let _ = writeln!(answer.text, "  started at {place}");
                    answer.graph.link(place, &self.thread(index), "starts");
                });
                joined.iter().for_each(|place| {
                    let _ = writeln!(answer.text, "  joined at {place}");
                    answer.graph.link(&self.thread(index), place, "joined");
                });
                list.push(json!({
                    "thread": self.thread(index), "several": thread.many, "runs": self.method(thread.run),
                    "started": started, "joined": joined,
                }));
            }
            answer.json = json!(list);
            return answer;
        };
        let mut found: BTreeSet<(String, String, String)> = BTreeSet::new();
        for &method in points_to.reached.iter().filter(|&&method| self.is_shown(method)) {
            let Some(body) = points_to.bodies.get(&method) else { continue };
            for pc in 0..body.ops.len() as u32 {
                for &spot in spots {
                    if let Some((one, other)) = threads.in_parallel(points_to, spot, (method, pc)) {
                        found.insert((self.place((method, pc)), self.thread(one), self.thread(other)));
                    }
                }
            }
        }
        for (place, one, other) in &found {
            let _ = writeln!(answer.text, "{place}, run by {other}, beside {one}");
            answer.graph.link(&self.place(spots[0]), place, "");
        }
        if found.is_empty() {
            let _ = writeln!(answer.text, "nothing happens in parallel with it");
        }
        let list = found.iter().map(|(place, one, other)| json!({ "at": place, "by": other, "beside": one }));
        answer.json = list.collect();
        answer
    }

    fn locks(&self, spots: Option<&[Spot]>) -> Answer {
        let locks = self.analysis.locks();
        let mut answer = Answer::default();
        if let Some(spots) = spots {
            let mut rows: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
            for &spot in spots {
                let mut held: Vec<String> = locks.held(spot).iter().map(|&held| self.held(spot.0, held)).collect();
                held.sort();
                held.dedup();
                rows.insert((self.place(spot), held));
            }
            for (place, held) in &rows {
                let list = if held.is_empty() { "no lock that is known of".to_string() } else { held.join(" and ") };
                let _ = writeln!(answer.text, "{place} always holds {list}");
                held.iter().for_each(|lock| answer.graph.link(place, lock, "holds"));
            }
            answer.json = rows.iter().map(|(place, held)| json!({ "at": place, "holds": held })).collect();
            return answer;
        }
        let mut list = Vec::new();
        for acquire in locks.acquires.iter().filter(|acquire| self.is_shown(acquire.spot.0)) {
            let taken: Vec<String> = acquire.objects.iter().map(|object| self.object(object)).collect();
            let place = self.place(acquire.spot);
            let _ = writeln!(answer.text, "{place} takes {}", taken.join(" or "));
            let mut held = Vec::new();
            for &(object, spot) in &acquire.held {
                let (first, at) = (self.object(object.0), self.place(spot));
                let _ = writeln!(answer.text, "  while {first} may be held, taken at {at}");
                taken.iter().for_each(|then| answer.graph.link(&first, then, &place));
                held.push(json!({ "lock": first, "at": at }));
            }
            list.push(json!({ "at": place, "takes": taken, "mayHold": held }));
        }
        if list.is_empty() {
            let _ = writeln!(answer.text, "nothing in the program takes a lock");
        }
        answer.json = json!(list);
        answer
    }

    fn held(&self, method: MethodId, held: Held) -> String {
        let points_to = self.analysis.points_to();
        let value = |value: Value| {
            let objects: Vec<String> = points_to.objects_of(method, value).iter().map(|one| self.object(one)).collect();
            if objects.is_empty() { "something unknown".to_string() } else { objects.join(" or ") }
        };
        match held {
            Held::Value(own) => value(own),
            Held::FieldOf(base, field) => format!("{} of {}", self.field(field), value(base)),
            Held::Static(field) => format!("what {} is", self.field(field)),
            Held::Object(object) => self.object(object.0),
            Held::Reading(object) => format!("the reading side of {}", self.object(object.0)),
        }
    }

    fn slice(&self, spots: &[Spot], direction: Direction) -> Answer {
        let slice = self.analysis.dependence().slice(spots, direction);
        let places: BTreeSet<(String, Option<u16>, String)> = slice
            .into_iter()
            .filter(|spot| self.is_shown(spot.0))
            .map(|spot| {
                let points_to = self.analysis.points_to();
                (points_to.world.method_text(spot.0), points_to.line(spot.0, spot.1), self.place(spot))
            })
            .collect();
        let mut answer = Answer::default();
        for (_, _, place) in &places {
            let _ = writeln!(answer.text, "{place}");
            answer.graph.link(&self.place(spots[0]), place, "");
        }
        answer.json = places.iter().map(|(_, _, place)| json!(place)).collect();
        answer
    }
}

impl Graph {
    fn node(&mut self, label: &str) -> usize {
        self.nodes.iter().position(|known| known == label).unwrap_or_else(|| {
            self.nodes.push(label.to_string());
            self.nodes.len() - 1
        })
    }

    fn link(&mut self, from: &str, to: &str, label: &str) {
        let edge = (self.node(from), self.node(to), label.to_string());
        if !self.edges.contains(&edge) {
            self.edges.push(edge);
        }
    }

    fn dot(&self) -> String {
        let quoted = |text: &str| text.replace('"', "\\\"");
        let mut text = String::from("digraph raddle {\n  node [shape=box, fontname=monospace];\n");
        for (index, label) in self.nodes.iter().enumerate() {
            let _ = writeln!(text, "  n{index} [label=\"{}\"];", quoted(label));
        }
        for (from, to, label) in &self.edges {
            let _ = match label.as_str() {
                "" => writeln!(text, "  n{from} -> n{to};"),
                label => writeln!(text, "  n{from} -> n{to} [label=\"{}\"];", quoted(label)),
            };
        }
        text + "}\n"
    }

    fn svg(&self, direction: Orientation) -> Result<String, String> {
        if self.nodes.is_empty() {
            return Err("there is nothing to draw; --format text says what is known".into());
        }
        let size = self.nodes.len() + self.edges.len();
        if size > MOST_DRAWN {
            return Err(format!(
                "a drawing of {} nodes and {} edges would take too long; name a location, leave out --library, or use --format dot and Graphviz",
                self.nodes.len(),
                self.edges.len()
            ));
        }
        let mut graph = VisualGraph::new(direction);
        let nodes: Vec<_> = self
            .nodes
            .iter()
            .map(|label| {
                let (shape, look) = (ShapeKind::new_box(label), StyleAttr::simple());
                let extent = get_shape_size(direction, &shape, look.font_size, false);
                graph.add_node(Element::create(shape, look, direction, extent))
            })
            .collect();
        for (from, to, label) in &self.edges {
            graph.add_edge(Arrow::simple(label), nodes[*from], nodes[*to]);
        }
        let mut drawing = SVGWriter::new();
        graph.do_it(false, false, false, &mut drawing);
        Ok(drawing.finalize())
    }
}

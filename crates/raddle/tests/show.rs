//! `raddle show`: the words it prints, the page it writes, and the page as a browser draws it.

mod sample;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use raddle::show::page;
use raddle::trace::Trace;

fn raddle(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle")).args(arguments).output().expect("raddle starts")
}

/// A directory with this trace in it, and the file's name.
fn written(trace: &Trace) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("trace.json");
    trace.write(&file).expect("a trace file");
    (directory, file.display().to_string())
}

fn source_path() -> String {
    sample::directory().join("src").display().to_string()
}

/// The browser, or none: then the test says so and passes, but not where CI must notice.
fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).flat_map(|place| names.map(|name| place.join(name))).find(|file| file.is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "no Chromium on PATH; install it with apt-get install chromium");
        eprintln!("skipped: no Chromium on PATH; install it with apt-get install chromium");
    }
    found
}

/// What the browser made of a page, after its scripts ran.
struct Drawn {
    dom: String,
    /// What scripts and the browser complained of.
    console: Vec<String>,
}

impl Drawn {
    fn count(&self, what: &str) -> usize {
        self.dom.matches(what).count()
    }
}

/// Opens a page in a browser, in dark or light, wide enough for all lanes.
fn open(browser: &Path, page: &str, dark: bool) -> Drawn {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("page.html");
    fs::write(&file, page).expect("a page");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--window-size=1500,1200",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--enable-logging=stderr",
        ])
        .arg(format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 }))
        .arg(format!("--user-data-dir={}", directory.path().join("user").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&output.stderr);
    Drawn {
        dom: String::from_utf8_lossy(&output.stdout).into_owned(),
        console: said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect(),
    }
}

/// The page with a script behind its own, whose value becomes the title.
fn probed(page: &str, script: &str) -> String {
    page.replace("</body>", &format!("<script>document.title = {script};</script></body>"))
}

fn title(drawn: &Drawn) -> &str {
    let rest = drawn.dom.split_once("<title>").expect("a title").1;
    rest.split_once("</title>").expect("a title").0
}

#[test]
fn a_trace_is_shown_in_words() {
    let (_directory, file) = written(&sample::lost_update());
    let output = raddle(&["show", &file, "--sourcepath", &source_path()]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.starts_with("assertion: java.lang.AssertionError"), "{said}");
    assert!(said.contains("old = balance;"), "{said}");
    assert!(!said.contains('\u{1b}'), "no colours in a pipe: {said}");
}

#[test]
fn what_is_no_trace_is_refused_in_one_line() {
    let (directory, file) = written(&sample::lost_update());
    let text = fs::read_to_string(&file).expect("a trace file");
    for (content, said) in [
        (text[..text.len() / 2].to_owned(), "is cut off after"),
        ("hello".to_owned(), "is not a trace"),
        (text.replacen("\"format\": 1", "\"format\": 7", 1), "is a trace of format 7"),
    ] {
        fs::write(&file, content).expect("a writable file");
        let html = directory.path().join("page.html");
        let output = raddle(&["show", &file, "--html", &html.display().to_string()]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{complaint}");
        assert!(complaint.contains(said) && complaint.lines().count() == 1, "{complaint}");
        assert!(!html.exists());
    }
    assert_eq!(raddle(&["show", "/no/such/file"]).status.code(), Some(3));
}

#[test]
fn the_page_needs_nothing_else() {
    let (directory, file) = written(&sample::deadlock());
    let html = directory.path().join("page.html");
    let output = raddle(&["show", &file, "--html", &html.display().to_string(), "--sourcepath", &source_path()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(html).expect("a page");
    let foreign = ["src=", "href=", "@import", "url(http", "fetch("];
    assert_eq!(foreign.into_iter().find(|what| page.contains(what)), None);
    assert!(page.contains("synchronized (second) {"), "the sources are in it");
}

#[test]
fn nothing_in_a_trace_is_read_as_html() {
    let mut trace = sample::lost_update();
    let hostile = "</script><script>document.title = 'broken'</script><!--<b id=broken>&amp;\u{2028}\"'";
    trace.finding.message = hostile.to_owned();
    trace.threads[1].name = hostile.to_owned();
    for event in trace.steps.iter_mut().flat_map(|step| &mut step.events) {
        event.target = hostile.to_owned();
        event.value = Some(hostile.to_owned());
        event.place.class = hostile.to_owned();
    }
    let page = page(&trace, &mut sample::sources());
    assert_eq!(page.matches("</script>").count(), 2, "the data's element and the page's own script");
    let Some(browser) = chromium() else { return };
    let drawn = open(&browser, &page, false);
    assert!(drawn.dom.contains("data-drawn=\"yes\""));
    assert!(!drawn.dom.contains("<b id"), "a value became an element");
    assert!(title(&drawn).starts_with("assertion: &lt;/script"), "{}", title(&drawn));
    assert_eq!(drawn.console, Vec::<String>::new());
}

#[test]
fn a_browser_draws_lanes_rows_arrows_and_the_switch_that_matters() {
    let Some(browser) = chromium() else { return };
    let page = page(&sample::lost_update(), &mut sample::sources());
    let drawn = open(&browser, &page, false);
    assert_eq!(drawn.console, Vec::<String>::new());
    assert!(drawn.dom.contains("data-drawn=\"yes\""));
    assert_eq!(drawn.count("class=\"lane\""), 3);
    assert_eq!(drawn.count("role=\"option\""), 20);
    assert_eq!(drawn.count("class=\"switch turns\""), 1);
    assert_eq!(drawn.count("aria-selected=\"true\" class"), 1);
    let arrows = |kind| drawn.count(&format!("marker-end=\"url(#head-{kind})\" data-from"));
    assert_eq!(arrows("start"), 2);
    assert_eq!(arrows("join"), 2);
    assert_eq!(arrows("reads-from"), 2, "main reads the balance twice");
    assert_eq!(arrows("lock"), 2, "each teller takes the lock from the other once");
}

#[test]
fn the_page_is_dark_or_light_as_the_reader_prefers_until_toggled() {
    let Some(browser) = chromium() else { return };
    let page = page(&sample::deadlock(), &mut sample::sources());
    let colours = "getComputedStyle(document.body).backgroundColor + ' ' + getComputedStyle(document.body).color";
    let both = format!("{colours} + ', ' + (document.getElementById('theme').click(), {colours})");
    let shown = |dark| {
        let drawn = open(&browser, &probed(&page, &both), dark);
        assert_eq!(drawn.console, Vec::<String>::new());
        title(&drawn).to_owned()
    };
    const LIGHT: &str = "rgb(251, 250, 247) rgb(29, 32, 39)";
    const DARK: &str = "rgb(22, 24, 28) rgb(230, 228, 222)";
    assert_eq!(shown(false), format!("{LIGHT}, {DARK}"));
    assert_eq!(shown(true), format!("{DARK}, {LIGHT}"));
}

#[test]
fn keys_step_through_and_filter() {
    let Some(browser) = chromium() else { return };
    let page = page(&sample::deadlock(), &mut sample::sources());
    // After each key: the step selected, and how many events are shown.
    let script = "['', ...'jkkkpaa'].map(key => {
        dispatchEvent(new KeyboardEvent('keydown', { key }));
        const step = document.querySelector('[aria-selected=true] .number').textContent;
        return key + step + '/' + document.querySelectorAll('#rows li:not([hidden])').length;
    }).join(' ')";
    let drawn = open(&browser, &probed(&page, script), false);
    assert_eq!(drawn.console, Vec::<String>::new());
    // It begins at the switch that matters. Shown at first are neither main's end, nor the look before the update, nor the
    // private write; `p` leads to the preemption before, `a` shows all and back.
    assert_eq!(title(&drawn), "13/14 j14/14 k13/14 k12/14 k11/14 p6/14 a6/18 a6/14");
}

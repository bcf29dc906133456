//! The java-style part of the command line: what follows `raddle run` or `raddle check`.
//!
//! `java`'s options have one dash and long names (`-cp`, `-Dkey=value`, `-Xmx512m`), end at the first word without a
//! dash, and leave everything after it to the program. No option library reads that, so it is read here by hand. An
//! option that would change what the program does and that the machine does not honour is an error, never ignored.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::assertions::{AssertionRule, AssertionTarget, Assertions};

/// What the heap may grow to when neither `--heap` nor `-Xmx` says otherwise.
pub const DEFAULT_HEAP: u64 = 1 << 30;

/// `java` refuses a smaller `-Xmx`; so do we.
const SMALLEST_HEAP: u64 = 2 << 20;

/// References of the machine name no more.
const LARGEST_HEAP: u64 = 31 << 30;

/// How a program is to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchOptions {
    /// The JDK named by `--jdk`; else JAVA_HOME's, else that of `java` on PATH.
    pub jdk: Option<PathBuf>,
    /// The class path as given, not yet split; see [`LaunchOptions::effective_class_path`].
    pub class_path: Option<String>,
    /// System properties in the order given; a later one of the same name wins. Module options (`--add-opens` and its
    /// like) are here too, as the `jdk.module.*` properties in which the JDK's own boot code looks for them.
    pub properties: Vec<(String, String)>,
    /// The seed of the random scheduler; `None` is the fair one.
    pub seed: Option<u64>,
    /// The most bytes that the Java heap may take.
    pub heap: u64,
    /// The stack size of a thread in bytes (`-Xss`); `None` leaves it to the machine.
    pub stack: Option<u64>,
    /// Which classes run their `assert` statements.
    pub assertions: Assertions,
    /// Whether class files compiled with `--enable-preview` are accepted.
    pub preview: bool,
    /// What to run.
    pub program: Program,
    /// The arguments of the program's `main`.
    pub arguments: Vec<String>,
}

/// What to run: a class on the class path, or a jar that names its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// The main class, by its name with dots.
    Class(String),
    /// The jar whose manifest names the main class, and which is the class path.
    Jar(PathBuf),
}

/// What a command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Run a program.
    Launch(Box<LaunchOptions>),
    /// Print the help of `raddle run`.
    Help,
}

/// Why a command line cannot be followed; its text is one line that says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OptionError {}

/// A refusal.
pub(crate) fn error<T>(message: impl Into<String>) -> Result<T, OptionError> {
    Err(OptionError(message.into()))
}

impl LaunchOptions {
    /// The class path that `java` would use: the jar alone with `-jar`, else the one named, else that of the
    /// environment variable CLASSPATH, else the current directory.
    pub fn effective_class_path(&self) -> String {
        if let Program::Jar(jar) = &self.program {
            return jar.to_string_lossy().into_owned();
        }
        self.class_path
            .clone()
            .or_else(|| std::env::var("CLASSPATH").ok())
            .filter(|path| !path.is_empty())
            .unwrap_or_else(|| ".".to_owned())
    }
}

/// Reads the words that follow `raddle run`.
///
/// ```
/// use raddle::launch_options::{parse, Program, Request};
///
/// let words = ["-cp", "classes", "-Xmx64m", "shop.Main", "-v"].map(Into::into);
/// let Ok(Request::Launch(options)) = parse(words) else { panic!("a launch") };
/// assert_eq!(options.program, Program::Class("shop.Main".to_owned()));
/// assert_eq!(options.heap, 64 << 20);
/// assert_eq!(options.arguments, ["-v"]);
/// ```
pub fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Request, OptionError> {
    Ok(match read("run", words, |_, _, _| Ok(false))? {
        Some(launch) => Request::Launch(Box::new(launch)),
        None => Request::Help,
    })
}

/// The words of a command line that are not read yet.
pub(crate) type Words = std::vec::IntoIter<String>;

/// Reads the words that follow a subcommand that starts a program; `None` when they ask for help. `own` is offered every
/// option first, as its name, the value attached to it by `=`, and the words behind it; it says whether the option was its.
pub(crate) fn read(
    command: &'static str,
    words: impl IntoIterator<Item = OsString>,
    mut own: impl FnMut(&str, Option<&str>, &mut Words) -> Result<bool, OptionError>,
) -> Result<Option<LaunchOptions>, OptionError> {
    let mut words = words.into_iter().map(text).collect::<Result<Vec<_>, _>>()?.into_iter();
    let mut reader = Reader { command, ..Reader::default() };
    // `-jar` only says what kind of word the first one without a dash is: `java -jar -Dk=v shop.jar` is allowed.
    let program = loop {
        let Some(word) = words.next() else {
            return error(if reader.jar {
                format!("-jar needs a jar file: raddle {command} -jar FILE [args...]")
            } else {
                format!(
                    "no main class: raddle {command} [options] (Main | -jar FILE) [args...]; see raddle {command} --help"
                )
            });
        };
        if !word.starts_with('-') {
            break word;
        }
        if matches!(word.as_str(), "-h" | "-?" | "-help" | "--help") {
            return Ok(None);
        }
        let (name, attached) = word.split_once('=').map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        if !own(name, attached, &mut words)? {
            reader.option(&word, &mut words)?;
        }
    };
    let program = reader.program(program)?;
    Ok(Some(LaunchOptions {
        jdk: reader.jdk,
        class_path: reader.class_path,
        properties: reader.properties,
        seed: reader.seed,
        heap: reader.heap.unwrap_or(DEFAULT_HEAP),
        stack: reader.stack,
        assertions: reader.assertions,
        preview: reader.preview,
        program,
        arguments: words.collect(),
    }))
}

fn text(word: OsString) -> Result<String, OptionError> {
    word.into_string().or_else(|word| {
        error(format!("the argument {} is not UTF-8; name the file or value in UTF-8", word.to_string_lossy()))
    })
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    /// The subcommand, for what is said about a mistake.
    command: &'static str,
    jdk: Option<PathBuf>,
    class_path: Option<String>,
    properties: Vec<(String, String)>,
    seed: Option<u64>,
    heap: Option<u64>,
    stack: Option<u64>,
    assertions: Assertions,
    preview: bool,
    jar: bool,
    module_lists: ModuleLists,
}

/// How many properties of each repeatable module option exist: the JDK numbers them from 0.
#[derive(Default)]
struct ModuleLists {
    opens: u32,
    exports: u32,
    reads: u32,
    modules: u32,
    native_access: u32,
}

impl Reader {
    /// Reads one option, taking its value from the words behind it when it has one there.
    fn option(&mut self, word: &str, rest: &mut Words) -> Result<(), OptionError> {
        if word.starts_with("--") {
            return self.long_option(word, rest);
        }
        match word {
            "-cp" | "-classpath" => {
                self.class_path = Some(value(word, None, "a class path", rest)?);
            }
            "-jar" => self.jar = true,
            _ if word.starts_with("-D") => self.property(&word[2..]),
            _ if self.assertion_option(word) => {}
            _ if word.starts_with("-Xmx") => self.heap = Some(heap_size(word, &word[4..])?),
            _ if word.starts_with("-Xss") => self.stack = Some(sized(word, &word[4..])?),
            _ if word.starts_with("-Xms") || word.starts_with("-Xmn") => {
                sized(word, &word[4..])?;
            }
            _ if is_only_about_hotspot(word) => {}
            "-p" | "-m" => return self.long_option(word, rest),
            _ if word.starts_with("-javaagent:") || word.starts_with("-agent") => {
                return error(format!("{word}: agents are not supported; run without the agent"));
            }
            _ => return self.unknown(word),
        }
        Ok(())
    }

    fn long_option(&mut self, word: &str, rest: &mut Words) -> Result<(), OptionError> {
        let (name, attached) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        match name {
            "--jdk" => self.jdk = Some(value(name, attached, "a directory", rest)?.into()),
            "--class-path" => {
                self.class_path = Some(value(name, attached, "a class path", rest)?);
            }
            "--seed" => {
                let given = value(name, attached, "a number", rest)?;
                self.seed = Some(
                    given.parse().or_else(|_| error(format!("--seed {given}: not a number from 0 to {}", u64::MAX)))?,
                );
            }
            "--heap" => {
                let given = value(name, attached, "a size such as 512m", rest)?;
                self.heap = Some(heap_size(&format!("--heap {given}"), &given)?);
            }
            "--enable-preview" if attached.is_none() => self.preview = true,
            "--add-opens" | "--add-exports" | "--add-reads" | "--add-modules" | "--enable-native-access" => {
                let given = value(name, attached, "a value", rest)?;
                self.module_option(name, given);
            }
            "--module-path"
            | "-p"
            | "--module"
            | "-m"
            | "--upgrade-module-path"
            | "--patch-module"
            | "--limit-modules" => {
                return error(format!(
                    "{name}: programs are run from the class path only; put the classes on it with -cp and name the main class"
                ));
            }
            _ => return self.unknown(word),
        }
        Ok(())
    }

    fn property(&mut self, definition: &str) {
        let (key, value) = definition.split_once('=').unwrap_or((definition, ""));
        self.properties.push((key.to_owned(), value.to_owned()));
    }

    /// HotSpot hands these options to the JDK's module boot code as numbered properties; so does Raddle.
    fn module_option(&mut self, name: &str, value: String) {
        let lists = &mut self.module_lists;
        let (stem, count) = match name {
            "--add-opens" => ("jdk.module.addopens", &mut lists.opens),
            "--add-exports" => ("jdk.module.addexports", &mut lists.exports),
            "--add-reads" => ("jdk.module.addreads", &mut lists.reads),
            "--add-modules" => ("jdk.module.addmods", &mut lists.modules),
            _ => ("jdk.module.enable.native.access", &mut lists.native_access),
        };
        self.properties.push((format!("{stem}.{count}"), value));
        *count += 1;
    }

    /// Reads `-ea[:what]`, `-da[:what]`, `-esa`, `-dsa` and their long names; false when it is another option.
    fn assertion_option(&mut self, word: &str) -> bool {
        let (name, target) = match word.split_once(':') {
            Some((name, target)) => (name, Some(target)),
            None => (word, None),
        };
        let enable = match name {
            "-ea" | "-enableassertions" => true,
            "-da" | "-disableassertions" => false,
            "-esa" | "-enablesystemassertions" if target.is_none() => {
                self.assertions.system = true;
                return true;
            }
            "-dsa" | "-disablesystemassertions" if target.is_none() => {
                self.assertions.system = false;
                return true;
            }
            _ => return false,
        };
        match target {
            None => self.assertions.user = enable,
            Some(target) => self.assertions.rules.push(AssertionRule {
                enable,
                target: match target.strip_suffix("...") {
                    Some(package) => AssertionTarget::Package(package.replace('/', ".")),
                    None => AssertionTarget::Class(target.replace('/', ".")),
                },
            }),
        }
        true
    }

    fn unknown(&self, word: &str) -> Result<(), OptionError> {
        error(format!("unknown option {word}; raddle {} --help lists the options", self.command))
    }

    fn program(&self, word: String) -> Result<Program, OptionError> {
        if self.jar {
            return Ok(Program::Jar(word.into()));
        }
        if word.starts_with('@') {
            return error(format!("{word}: argument files are not supported; write the options out"));
        }
        if word.ends_with(".java") {
            return error(format!(
                "{word} is source code; compile it first: javac -d classes {word}, then raddle {} -cp classes Main",
                self.command
            ));
        }
        if word.ends_with(".jar") {
            return error(format!("{word} is a jar, not a class; add -jar before it"));
        }
        Ok(Program::Class(word.replace('/', ".")))
    }
}

/// Options that only tune HotSpot (its compilers, collectors and caches) cannot change what a program prints.
fn is_only_about_hotspot(word: &str) -> bool {
    const WORDS: [&str; 8] = [
        "-Xint",
        "-Xcomp",
        "-Xmixed",
        "-Xbatch",
        "-Xrs",
        "-server",
        "-client",
        "-XX:+ShowCodeDetailsInExceptionMessages",
    ];
    const PREFIXES: [&str; 5] = ["-Xshare:", "-XX:+Use", "-XX:-Use", "-XX:+Unlock", "-XX:TieredStopAtLevel="];
    WORDS.contains(&word) || PREFIXES.iter().any(|prefix| word.starts_with(prefix))
}

/// The value of an option: attached to it by `=`, else the next word.
pub(crate) fn value(name: &str, attached: Option<String>, what: &str, rest: &mut Words) -> Result<String, OptionError> {
    match attached.or_else(|| rest.next()) {
        Some(value) => Ok(value),
        None => error(format!("{name} needs {what} behind it")),
    }
}

fn heap_size(option: &str, size: &str) -> Result<u64, OptionError> {
    let bytes = sized(option, size)?;
    if bytes < SMALLEST_HEAP {
        return error(format!("{option}: too small a heap; give at least {}m", SMALLEST_HEAP >> 20));
    }
    if bytes > LARGEST_HEAP {
        return error(format!("{option}: too large a heap; give at most {}g", LARGEST_HEAP >> 30));
    }
    Ok(bytes)
}

/// Reads the size an option was given.
pub(crate) fn sized(option: &str, size: &str) -> Result<u64, OptionError> {
    match parse_size(size) {
        Some(bytes) => Ok(bytes),
        None => {
            error(format!("{option}: not a size; write bytes, or a number with k, m, g or t behind it, such as 512m"))
        }
    }
}

/// Reads a size as `java` writes it: bytes, or a number with k, m, g or t (of 1024, either case) behind it.
pub fn parse_size(size: &str) -> Option<u64> {
    let shift = match size.bytes().last()?.to_ascii_lowercase() {
        b'k' => 10,
        b'm' => 20,
        b'g' => 30,
        b't' => 40,
        b'0'..=b'9' => 0,
        _ => return None,
    };
    let digits = if shift == 0 { size } else { &size[..size.len() - 1] };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Request, OptionError> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn launch(line: &str) -> LaunchOptions {
        match request(line) {
            Ok(Request::Launch(options)) => *options,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn refusal(line: &str) -> String {
        match request(line) {
            Err(error) => error.to_string(),
            Ok(request) => panic!("{line}: {request:?}"),
        }
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_owned(), value.to_owned())
    }

    #[test]
    fn a_main_class_alone_gets_the_defaults() {
        assert_eq!(
            launch("Main"),
            LaunchOptions {
                jdk: None,
                class_path: None,
                properties: vec![],
                seed: None,
                heap: 1 << 30,
                stack: None,
                assertions: Assertions::default(),
                preview: false,
                program: Program::Class("Main".to_owned()),
                arguments: vec![],
            }
        );
    }

    #[test]
    fn the_class_path_has_three_names_and_two_forms() {
        for line in ["-cp a:b Main", "-classpath a:b Main", "--class-path a:b Main", "--class-path=a:b Main"] {
            assert_eq!(launch(line).class_path.as_deref(), Some("a:b"), "{line}");
        }
    }

    #[test]
    fn the_last_class_path_wins() {
        assert_eq!(launch("-cp a -cp b Main").effective_class_path(), "b".to_owned());
    }

    #[test]
    fn an_empty_class_path_is_the_current_directory() {
        let words = ["-cp", "", "Main"].map(OsString::from);
        let Ok(Request::Launch(options)) = parse(words) else { panic!("a launch") };
        assert_eq!(options.effective_class_path(), ".");
    }

    #[test]
    fn words_behind_the_main_class_are_the_programs_own() {
        let options = launch("Main -cp x --help -Dk=v -jar");
        assert_eq!(options.arguments, ["-cp", "x", "--help", "-Dk=v", "-jar"]);
        assert_eq!(options.class_path, None);
    }

    #[test]
    fn a_jar_is_the_class_path() {
        let options = launch("-cp ignored -jar lib/shop.jar 1 2");
        assert_eq!(options.program, Program::Jar("lib/shop.jar".into()));
        assert_eq!(options.effective_class_path(), "lib/shop.jar");
        assert_eq!(options.arguments, ["1", "2"]);
    }

    #[test]
    fn options_may_stand_between_jar_and_its_file() {
        let options = launch("-jar -Dk=v shop.jar");
        assert_eq!(options.program, Program::Jar("shop.jar".into()));
        assert_eq!(options.properties, [pair("k", "v")]);
    }

    #[test]
    fn properties_keep_their_order_and_everything_behind_the_first_equals_sign() {
        assert_eq!(
            launch("-Da=1 -Db -Dc= -Dd=x=y Main").properties,
            [pair("a", "1"), pair("b", ""), pair("c", ""), pair("d", "x=y")]
        );
    }

    #[test]
    fn heap_and_xmx_are_one_setting() {
        assert_eq!(launch("--heap 64m Main").heap, 64 << 20);
        assert_eq!(launch("--heap=2g Main").heap, 2 << 30);
        assert_eq!(launch("-Xmx512M Main").heap, 512 << 20);
        assert_eq!(launch("-Xmx512m --heap 3000000 Main").heap, 3_000_000);
    }

    #[test]
    fn sizes_are_counted_in_1024s() {
        assert_eq!(parse_size("17"), Some(17));
        assert_eq!(parse_size("1k"), Some(1024));
        assert_eq!(parse_size("1T"), Some(1 << 40));
        for bad in ["", "m", "-1m", "+1m", "1.5g", "1mb", "99999999999t", "1é"] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }

    #[test]
    fn seed_jdk_and_stack_are_read() {
        let options = launch("--seed 7 --jdk=/opt/jdk -Xss2m --enable-preview Main");
        assert_eq!(options.seed, Some(7));
        assert_eq!(options.jdk, Some("/opt/jdk".into()));
        assert_eq!(options.stack, Some(2 << 20));
        assert!(options.preview);
    }

    #[test]
    fn assertion_options_are_read_in_both_spellings() {
        let assertions = launch("-da -ea:shop/till... -disableassertions:shop.Main -esa Main").assertions;
        assert!(!assertions.user);
        assert!(assertions.system);
        assert_eq!(
            assertions.rules,
            [
                AssertionRule { enable: true, target: AssertionTarget::Package("shop.till".to_owned()) },
                AssertionRule { enable: false, target: AssertionTarget::Class("shop.Main".to_owned()) },
            ]
        );
    }

    #[test]
    fn module_options_become_numbered_properties() {
        assert_eq!(
            launch("--add-opens java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.util=ALL-UNNAMED --add-modules jdk.jfr Main")
                .properties,
            [
                pair("jdk.module.addopens.0", "java.base/java.lang=ALL-UNNAMED"),
                pair("jdk.module.addopens.1", "java.base/java.util=ALL-UNNAMED"),
                pair("jdk.module.addmods.0", "jdk.jfr"),
            ]
        );
    }

    #[test]
    fn what_only_tunes_hotspot_is_accepted() {
        let line = "-Xint -Xms64m -server -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto Main";
        assert_eq!(launch(line), launch("Main"));
    }

    #[test]
    fn slashes_in_a_class_name_are_dots() {
        assert_eq!(launch("shop/Main").program, Program::Class("shop.Main".to_owned()));
    }

    #[test]
    fn help_is_asked_for_only_before_the_main_class() {
        for line in ["--help", "-h", "-cp x -help"] {
            assert_eq!(request(line), Ok(Request::Help), "{line}");
        }
    }

    #[test]
    fn a_refusal_says_what_and_what_to_do_in_one_line() {
        for (line, said) in [
            ("", "no main class"),
            ("-cp x", "no main class"),
            ("-jar", "-jar needs a jar file"),
            ("-cp", "-cp needs a class path behind it"),
            ("--jdk", "--jdk needs a directory behind it"),
            ("--seed x Main", "--seed x: not a number"),
            ("--seed -1 Main", "--seed -1: not a number"),
            ("--heap big Main", "--heap big: not a size"),
            ("-Xmx Main", "-Xmx: not a size"),
            ("--heap 1k Main", "too small a heap; give at least 2m"),
            ("-Xss1q Main", "-Xss1q: not a size"),
            ("-foo Main", "unknown option -foo"),
            ("--foo Main", "unknown option --foo"),
            ("-- Main", "unknown option --;"),
            ("--enable-preview=x Main", "unknown option --enable-preview=x"),
            ("-XX:+ExitOnOutOfMemoryError Main", "unknown option -XX:+ExitOnOutOfMemoryError"),
            ("-javaagent:a.jar Main", "agents are not supported"),
            ("-agentlib:jdwp Main", "agents are not supported"),
            ("-m a/b.C", "class path only"),
            ("--module-path mods Main", "class path only"),
            ("@options Main", "argument files are not supported"),
            ("src/Main.java", "compile it first"),
            ("shop.jar", "add -jar before it"),
        ] {
            let refusal = refusal(line);
            assert!(refusal.contains(said), "{line}: {refusal}");
            assert!(!refusal.contains('\n'), "{line}: {refusal}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn words_that_are_not_utf8_are_refused() {
        use std::os::unix::ffi::OsStringExt;
        let words = [OsString::from("Main"), OsString::from_vec(vec![0xff])];
        assert!(parse(words).is_err());
    }
}

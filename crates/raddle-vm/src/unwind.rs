//! Java exceptions: making them, their stack traces, and finding who catches them.

use crate::classes::Init;
use crate::heap::Ref;
use crate::machine::{Exit, Machine, Outcome};
use crate::thread::ThreadId;
use raddle_program::class::{ClassId, LoaderId, MethodId, Shape};
use raddle_program::program::Origin;

/// Frames a stack trace holds at most (HotSpot's MaxJavaStackTraceDepth).
const TRACE_DEPTH: usize = 1024;

/// In the first entry of a trace: the exception came from a frame above it that is not shown.
pub(crate) const HIDDEN_ABOVE: u64 = 1 << 16;

impl Machine {
    /// A Java error by class and message, ready to be thrown.
    pub fn error(&mut self, class: &str, message: &str) -> Exit {
        self.make_error(class, Some(message), Ref::NULL).unwrap_or_else(|exit| exit)
    }

    /// A Java error without a message.
    pub fn plain_error(&mut self, class: &str) -> Exit {
        self.make_error(class, None, Ref::NULL).unwrap_or_else(|exit| exit)
    }

    /// A Java error with a cause.
    pub fn error_with_cause(&mut self, class: &str, message: &str, cause: Ref) -> Exit {
        self.make_error(class, Some(message), cause).unwrap_or_else(|exit| exit)
    }

    fn make_error(&mut self, class: &str, message: Option<&str>, cause: Ref) -> Outcome<Exit> {
        let class = self.load_boot(class)?;
        let text = match message {
            Some(message) => self.new_string(message)?,
            None => Ref::NULL,
        };
        let exception = self.new_throwable(class, text, cause)?;
        Ok(Exit::Throw(exception))
    }

    /// A new exception with its fields as its constructors leave them, and its stack trace.
    pub(crate) fn new_throwable(&mut self, class: ClassId, message: Ref, cause: Ref) -> Outcome<Ref> {
        let exception = self.new_object(class)?;
        self.set_field(exception, "detailMessage", message.0 as u64);
        // Throwable's own initialisers: no cause yet is said by `this`, no trace and no suppressed ones by sentinels.
        let cause = if cause.is_null() { exception } else { cause };
        self.set_field(exception, "cause", cause.0 as u64);
        for (field, sentinel) in [("stackTrace", "UNASSIGNED_STACK"), ("suppressedExceptions", "SUPPRESSED_SENTINEL")] {
            if let Some(word) = self.static_word(self.known.throwable, sentinel) {
                let value = self.heap.word(word);
                self.set_field(exception, field, value);
            }
        }
        self.fill_stack_trace(exception)?;
        Ok(exception)
    }

    /// Records the current thread's frames in a throwable, without those that are making it.
    pub fn fill_stack_trace(&mut self, exception: Ref) -> Outcome<()> {
        let class = self.heap.class(exception);
        let mut trace: Vec<u64> = Vec::new();
        let mut making = true;
        let mut hidden_top = false;
        for (method, bytecode) in self.java_frames(self.current) {
            let entry = self.program.method(method);
            if making {
                let name = self.program.symbols.text(entry.name);
                let filling = name.starts_with("fillInStackTrace");
                let constructing = name == "<init>" && self.program.is_subclass(class, entry.class);
                if filling || constructing && self.program.is_subclass(entry.class, self.known.throwable) {
                    continue;
                }
                making = false;
            }
            if self.is_hidden_frame(method) {
                hidden_top |= trace.is_empty();
                continue;
            }
            let above = if trace.is_empty() && hidden_top { HIDDEN_ABOVE } else { 0 };
            trace.push((method.0 as u64) << 32 | above | bytecode as u64);
            if trace.len() == TRACE_DEPTH {
                break;
            }
        }
        let array = self.new_array(self.known.longs, trace.len() as u32)?;
        for (index, &entry) in trace.iter().enumerate() {
            self.heap.set_long(array, index as u32, entry);
        }
        self.set_field(exception, "backtrace", array.0 as u64);
        self.set_field(exception, "depth", trace.len() as u64);
        let unassigned = self.static_word(self.known.throwable, "UNASSIGNED_STACK").map(|word| self.heap.word(word));
        self.set_field(exception, "stackTrace", unassigned.unwrap_or(0));
        Ok(())
    }

    /// The methods a thread is in, the innermost first, each with the bytecode it stands at. A stub stands for the native method that pushed it.
    pub fn java_frames(&self, id: ThreadId) -> impl Iterator<Item = (MethodId, u16)> {
        let thread = &self.threads[id.index()];
        let native = thread.native.or(thread.waits_in).map(|method| (method, 0));
        let frames = thread.frames().iter().rev().filter_map(move |frame| {
            let entry = self.program.method(frame.method);
            if self.is_stub(frame.method) {
                return self.native_of_stub(thread, frame).map(|native| (native, 0));
            }
            let bytecode = entry.code.as_ref().and_then(|code| code.bytecode.get(frame.pc as usize)).copied();
            Some((frame.method, bytecode.unwrap_or(0)))
        });
        native.into_iter().chain(frames)
    }

    /// Whether stack traces leave a method out: by annotation, or as one of a hidden class.
    pub(crate) fn is_hidden_frame(&self, method: MethodId) -> bool {
        let entry = self.program.method(method);
        entry.marks.hidden || self.program.class(entry.class).hidden
    }

    /// The frames recorded in a throwable: method and bytecode index.
    pub fn stack_trace(&mut self, exception: Ref) -> Vec<(MethodId, u16)> {
        let array = self.reference_field(exception, "backtrace");
        if array.is_null() || self.heap.class(array) != self.known.longs {
            return Vec::new();
        }
        (0..self.heap.length(array))
            .map(|index| self.heap.long(array, index))
            .map(|entry| (MethodId((entry >> 32) as u32), entry as u16))
            .collect()
    }

    /// A null was used where an object is needed; the message is worked out when asked for.
    #[cold]
    pub(crate) fn null_pointer(&mut self) -> Exit {
        let exit = self.plain_error("java/lang/NullPointerException");
        if let Exit::Throw(exception) = exit {
            // Its own fillInStackTrace would have counted: only the first trace can explain the null.
            self.set_field(exception, "extendedMessageState", 1);
        }
        exit
    }

    #[cold]
    pub(crate) fn index_error(&mut self, index: i32, length: u32) -> Exit {
        self.error(
            "java/lang/ArrayIndexOutOfBoundsException",
            &format!("Index {index} out of bounds for length {length}"),
        )
    }

    #[cold]
    pub(crate) fn cast_error(&mut self, from: ClassId, to: ClassId) -> Exit {
        let message = format!(
            "class {} cannot be cast to class {} ({})",
            self.program.java_name(from),
            self.program.java_name(to),
            self.describe_pair(from, to)
        );
        self.error("java/lang/ClassCastException", &message)
    }

    /// HotSpot's words on where two classes come from.
    pub(crate) fn describe_pair(&mut self, a: ClassId, b: ClassId) -> String {
        let (from, to) = (self.describe_origin(a), self.describe_origin(b));
        let (name_a, name_b) = (self.program.java_name(a), self.program.java_name(b));
        if from == to {
            return format!("{name_a} and {name_b} are in {from}");
        }
        format!("{name_a} is in {from}; {name_b} is in {to}")
    }

    /// `module java.base of loader 'bootstrap'`.
    fn describe_origin(&mut self, class: ClassId) -> String {
        let mut element = class;
        while let Shape::Array(inner) = self.program.class(element).shape {
            element = inner;
        }
        let loader = self.program.class(element).loader;
        let module = self.module_of(element);
        let name = if module.is_null() { Ref::NULL } else { self.reference_field(module, "name") };
        let loader_text = self.describe_loader(loader);
        // Until modules are defined, all there is belongs to java.base.
        if module.is_null() && loader == LoaderId::BOOT {
            return format!("module java.base of {loader_text}");
        }
        match name {
            Ref::NULL => format!("unnamed module of {loader_text}"),
            name => format!("module {} of {loader_text}", self.string(name)),
        }
    }

    /// A loader as HotSpot's messages name it: `loader 'app'`, `loader my.Loader @1b2c3d`.
    pub(crate) fn describe_loader(&mut self, loader: LoaderId) -> String {
        format!("loader {}", self.loader_name(loader))
    }

    fn loader_name(&mut self, loader: LoaderId) -> String {
        match loader {
            LoaderId::BOOT => "'bootstrap'".to_string(),
            LoaderId::PLATFORM => "'platform'".to_string(),
            LoaderId::APP => "'app'".to_string(),
            other => {
                let object = self.loaders[other.0 as usize];
                let class_name = self.program.java_name(self.heap.class(object));
                let name = self.reference_field(object, "name");
                let hash = self.identity_hash(object);
                if name.is_null() {
                    format!("{class_name} @{hash:x}")
                } else {
                    format!("'{}' @{hash:x}", self.string(name))
                }
            }
        }
    }

    /// A message of the program with what it cannot say itself: where classes come from.
    pub(crate) fn describe_placed(&mut self, message: &str, origin: &Origin) -> String {
        match origin {
            Origin::Of(class) => {
                format!("{message} ({} is in {})", self.program.java_name(*class), self.describe_origin(*class))
            }
            Origin::Pair { name, loader, other } => {
                // A class that never came to be is in no named module that could be asked for it.
                let own = format!("unnamed module of {}", self.describe_loader(*loader));
                let (other, origin) = (self.program.java_name(*other), self.describe_origin(*other));
                if own == origin {
                    format!("{message} ({name} and {other} are in {own})")
                } else {
                    format!("{message} ({name} is in {own}; {other} is in {origin})")
                }
            }
            Origin::Sealed { loader, sealed } => {
                let (own, other) = (self.loader_name(*loader), self.loader_name(self.program.class(*sealed).loader));
                format!(
                    "Failed same module check: subclass {message} is in module 'unnamed module' with loader {own}, \
                     and sealed class {} is in module 'unnamed module' with loader {other}",
                    self.program.java_name(*sealed)
                )
            }
        }
    }

    /// Where a class is, with the parent of its loader: `Foo is in unnamed module of loader Bar @1, parent loader 'app'`.
    pub(crate) fn describe_place(&mut self, class: ClassId) -> String {
        let mut text = format!("{} is in {}", self.program.java_name(class), self.describe_origin(class));
        let loader = self.program.class(class).loader;
        if loader.0 > LoaderId::APP.0 {
            let object = self.loaders[loader.0 as usize];
            let parent = self.reference_field(object, "parent");
            let parent = self.loader_of(parent);
            text += &format!(", parent {}", self.describe_loader(parent));
        }
        text
    }

    #[cold]
    pub(crate) fn stack_overflow(&mut self) -> Exit {
        self.plain_error("java/lang/StackOverflowError")
    }

    /// The Java error of a full heap; made with what little is left, or by sharing one made before.
    #[cold]
    pub(crate) fn out_of_memory(&mut self) -> Exit {
        let class = match self.load_boot("java/lang/OutOfMemoryError") {
            Ok(class) => class,
            Err(exit) => return exit,
        };
        let text = self.literal_text("Java heap space");
        let words = self.layouts[class.index()].words as usize;
        match self.new_throwable(class, text, Ref::NULL) {
            Ok(exception) => Exit::Throw(exception),
            Err(_) => {
                let key = crate::hash::key_of("out of memory");
                let exception = self.new_permanent(class, words, 0, 0, key);
                self.set_field(exception, "detailMessage", text.0 as u64);
                self.set_field(exception, "cause", exception.0 as u64);
                Exit::Throw(exception)
            }
        }
    }

    /// Finds the handler of an exception in the current thread's frames and makes it the next thing to run (JVMS 2.10).
    pub(crate) fn unwind(&mut self, exception: Ref) -> Outcome<()> {
        let class = self.heap.class(exception);
        loop {
            let Some(&frame) = self.thread().frames.last() else {
                return Err(Exit::Fatal("an exception left the bottom of a thread".into()));
            };
            let entry = self.program.method(frame.method);
            let catcher = entry.class;
            let Some(code) = entry.code.as_ref() else {
                self.thread_mut().pop_frame();
                continue;
            };
            let stack_base = code.stack_base;
            let handler = code
                .handlers
                .iter()
                .find(|handler| {
                    (handler.start..handler.end).contains(&frame.pc) && self.catches(catcher, handler.catch_type, class)
                })
                .map(|handler| handler.target);
            let thread = self.thread_mut();
            match handler {
                Some(target) => {
                    thread.stack[frame.base as usize + stack_base as usize] = exception.0 as u64;
                    if let Some(top) = thread.frames.last_mut() {
                        top.pc = target;
                    }
                    if self.watch.on {
                        self.frames_left();
                    }
                    return Ok(());
                }
                None => {
                    thread.pop_frame();
                }
            }
        }
    }

    /// Whether a handler's catch type covers an exception. Only classes already loaded can be superclasses of one that was thrown,
    /// so a name among them decides, and nothing is loaded while unwinding.
    fn catches(&self, catcher: ClassId, catch_type: u16, thrown: ClassId) -> bool {
        if catch_type == 0 {
            return true;
        }
        let class = self.program.class(catcher);
        let Some(Ok(name)) = class.file.as_ref().map(|file| file.class_name(catch_type)) else { return false };
        let Some(symbol) = self.program.symbols.find(&name) else { return false };
        let ancestors = &self.program.class(thrown).ancestors;
        let Some(&found) = ancestors.iter().find(|&&id| self.program.class(id).name == symbol) else { return false };
        self.program.loaded(class.loader, &name).is_none_or(|resolved| resolved == found)
    }

    /// An initialiser threw: the class is erroneous, and the exception is wrapped unless it is an error (JVMS 5.5, step 10 and 11).
    pub(crate) fn initializer_failed(&mut self, class: ClassId, exception: Ref) -> Exit {
        let is_error = self
            .program
            .loaded(LoaderId::BOOT, "java/lang/Error")
            .is_some_and(|error| self.program.is_subclass(self.heap.class(exception), error));
        let remembered = self.remember_failure(exception).unwrap_or_default();
        self.roots.push(remembered);
        self.finish_initialization(class, Init::Failed(remembered));
        if is_error {
            return Exit::Throw(exception);
        }
        let made = self.make_error("java/lang/ExceptionInInitializerError", None, exception);
        made.unwrap_or_else(|exit| exit)
    }

    /// The cause later uses of the class report: an `ExceptionInInitializerError` that names the exception and its thread.
    fn remember_failure(&mut self, exception: Ref) -> Outcome<Ref> {
        let class = self.load_boot("java/lang/ExceptionInInitializerError")?;
        let message = self.reference_field(exception, "detailMessage");
        let mut text = format!("Exception {}", self.program.java_name(self.heap.class(exception)));
        if !message.is_null() {
            text += &format!(": {}", self.string(message));
        }
        let name = self.reference_field(self.thread().object, "name");
        text += &format!(" [in thread \"{}\"]", self.string(name));
        let text = self.new_string(&text)?;
        let remembered = self.new_throwable(class, text, Ref::NULL)?;
        // Its own cause is known to be none, and its trace is the original's.
        self.set_field(remembered, "cause", 0);
        for field in ["backtrace", "depth", "stackTrace"] {
            let value = self.field(exception, field);
            self.set_field(remembered, field, value);
        }
        Ok(remembered)
    }

    pub(crate) fn initialization_failed_before(&mut self, class: ClassId, cause: Ref) -> Exit {
        let message = format!("Could not initialize class {}", self.program.java_name(class));
        self.error_with_cause("java/lang/NoClassDefFoundError", &message, cause)
    }

    pub(crate) fn wrap_in_invocation_target(&mut self, exception: Ref) -> Exit {
        let wrapped = (|| {
            let class = self.load_boot("java/lang/reflect/InvocationTargetException")?;
            // Its constructor passes the target on as the cause's field, and Throwable's cause stays null.
            let wrapper = self.new_throwable(class, Ref::NULL, exception)?;
            self.set_field(wrapper, "cause", 0);
            self.set_field(wrapper, "target", exception.0 as u64);
            Ok(wrapper)
        })();
        match wrapped {
            Ok(wrapper) => Exit::Throw(wrapper),
            Err(exit) => exit,
        }
    }

    /// The Java stack of the current thread, for messages of the machine's own.
    pub fn describe_stack(&self) -> String {
        self.java_frames(self.current)
            .map(|(method, bytecode)| format!("\tat {}\n", self.describe_frame(method, bytecode)))
            .collect()
    }

    /// A frame as a line of a Java stack trace.
    pub fn describe_frame(&self, method: MethodId, bytecode: u16) -> String {
        let entry = self.program.method(method);
        let name = format!("{}.{}", self.program.java_name(entry.class), self.program.symbols.text(entry.name));
        let place = match (entry.is_native(), self.program.source_file(entry.class)) {
            (true, _) => "Native Method".to_string(),
            (_, Some(file)) => match self.program.line(method, bytecode) {
                Some(line) => format!("{file}:{line}"),
                None => file,
            },
            _ => "Unknown Source".to_string(),
        };
        format!("{name}({place})")
    }
}

//! `java.lang.Throwable`, `StackTraceElement` and helpful messages.

use super::{Call, Table, done};
use crate::heap::Ref;
use crate::machine::{Machine, Outcome};
use crate::thread::ThreadId;
use crate::unwind::HIDDEN_ABOVE;
use raddle_program::class::MethodId;

pub(super) static TABLE: Table = Table {
    class: "java/lang/Throwable",
    methods: &[("fillInStackTrace(I)Ljava/lang/Throwable;", fill_in_stack_trace)],
};

pub(super) static ELEMENT: Table = Table {
    class: "java/lang/StackTraceElement",
    methods: &[
        ("initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V", init_elements_of),
        ("initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V", init_elements),
    ],
};

pub(super) static NULL_POINTER: Table = Table {
    class: "java/lang/NullPointerException",
    methods: &[("getExtendedNPEMessage()Ljava/lang/String;", extended_message)],
};

fn fill_in_stack_trace(call: &mut Call) -> Outcome {
    let exception = call.object(0)?;
    call.fill_stack_trace(exception)?;
    done(exception)
}

fn init_elements_of(call: &mut Call) -> Outcome {
    let (elements, exception) = (call.object(0)?, call.object(1)?);
    let trace = call.stack_trace(exception);
    fill(call, elements, &trace)?;
    done(())
}

fn init_elements(call: &mut Call) -> Outcome {
    let (elements, backtrace) = (call.object(0)?, call.object(1)?);
    let trace: Vec<(MethodId, u16)> = (0..call.heap.length(backtrace))
        .map(|index| call.heap.long(backtrace, index))
        .map(|entry| (MethodId((entry >> 32) as u32), entry as u16))
        .collect();
    fill(call, elements, &trace)?;
    done(())
}

fn fill(machine: &mut Machine, elements: Ref, trace: &[(MethodId, u16)]) -> Outcome<()> {
    for (index, &(method, bytecode)) in trace.iter().enumerate().take(machine.heap.length(elements) as usize) {
        let element = Ref(machine.heap.int(elements, index as u32));
        machine.fill_element(element, method, bytecode)?;
    }
    Ok(())
}

impl Machine {
    /// Sets the fields of a `StackTraceElement` for a place in a method.
    pub(crate) fn fill_element(&mut self, element: Ref, method: MethodId, bytecode: u16) -> Outcome<()> {
        let entry = self.program.method(method);
        let (class, native) = (entry.class, entry.is_native());
        let (class_name, method_name) = (self.program.java_name(class), self.program.symbols.text(entry.name));
        let file = self.program.source_file(class);
        let line = if native { -2 } else { self.program.line(method, bytecode).map_or(-1, |line| line as i32) };
        let mirror = self.mirror(class);
        self.set_field(element, "declaringClassObject", mirror.0 as u64);
        let text = self.literal_text(&class_name);
        self.set_field(element, "declaringClass", text.0 as u64);
        let text = self.literal_text(method_name);
        self.set_field(element, "methodName", text.0 as u64);
        let file = match file {
            Some(file) => self.literal_text(&file),
            None => Ref::NULL,
        };
        self.set_field(element, "fileName", file.0 as u64);
        self.set_field(element, "lineNumber", line as u32 as u64);
        let loader = self.reference_field(mirror, "classLoader");
        if !loader.is_null() {
            let name = self.reference_field(loader, "name");
            self.set_field(element, "classLoaderName", name.0 as u64);
        }
        let module = self.reference_field(mirror, "module");
        if !module.is_null() {
            let name = self.reference_field(module, "name");
            self.set_field(element, "moduleName", name.0 as u64);
            if !name.is_null() {
                let version = self.module_version(module);
                self.set_field(element, "moduleVersion", version.0 as u64);
            }
        }
        Ok(())
    }

    fn module_version(&mut self, module: Ref) -> Ref {
        let descriptor = self.reference_field(module, "descriptor");
        if descriptor.is_null() {
            return Ref::NULL;
        }
        let version = self.reference_field(descriptor, "rawVersionString");
        if !version.is_null() {
            return version;
        }
        let version = self.reference_field(descriptor, "version");
        if version.is_null() { Ref::NULL } else { self.reference_field(version, "version") }
    }

    /// The stack of another thread as an array of `StackTraceElement`, with or without hidden frames.
    pub(crate) fn thread_trace(&mut self, id: ThreadId, hidden: bool) -> Outcome<Ref> {
        let frames: Vec<(MethodId, u16)> =
            self.java_frames(id).filter(|&(method, _)| hidden || !self.is_hidden_frame(method)).collect();
        let class = self.load_boot("java/lang/StackTraceElement")?;
        let array_class = self.load_boot("[Ljava/lang/StackTraceElement;")?;
        let array = self.new_array(array_class, frames.len() as u32)?;
        for (index, (method, bytecode)) in frames.into_iter().enumerate() {
            let element = self.new_object(class)?;
            self.fill_element(element, method, bytecode)?;
            self.heap.set_int(array, index as u32, element.0);
        }
        Ok(array)
    }
}

fn extended_message(call: &mut Call) -> Outcome {
    let exception = call.object(0)?;
    match call.null_message(exception) {
        Some(message) => done(call.new_string(&message)?),
        None => done(Ref::NULL),
    }
}

impl Machine {
    /// What was null, for a `NullPointerException` of the machine's own (JEP 358).
    pub fn null_message(&mut self, exception: Ref) -> Option<String> {
        let backtrace = self.reference_field(exception, "backtrace");
        let trace = self.stack_trace(exception);
        let &(method, bytecode) = trace.first()?;
        if self.heap.long(backtrace, 0) & HIDDEN_ABOVE != 0 {
            return None;
        }
        let entry = self.program.method(method);
        let file = self.program.class(entry.class).file.clone()?;
        let member = &file.methods[entry.index? as usize];
        let code = file.code(member).ok()??;
        raddle_program::npe_message::npe_message(&file, member, &code, bytecode)
    }
}

//! Garbage collection: what is reachable, and the machine's rule for weak references.
//!
//! An ordinary collection treats every `java.lang.ref.Reference` as strong, so that no program can notice when it happens. Weak, soft and phantom references are
//! cleared only where the program itself asks, by `System.gc()`, and when memory would otherwise run out.

use crate::heap::Ref;
use crate::machine::{Machine, ProgramLayouts};
use crate::stubs::ARGUMENTS;
use raddle_program::class::{ClassId, MethodId};
use raddle_program::classfile::descriptor;
use raddle_program::frame_map::FrameMap;
use rustc_hash::FxHashMap;

/// Frame maps made so far.
#[derive(Default)]
pub(crate) struct FrameMaps(FxHashMap<MethodId, FrameMap>);

impl Machine {
    /// Collects if so much was allocated that it is due.
    pub(crate) fn collect_if_due(&mut self) {
        if self.heap.collection_due() {
            self.collect(false);
        }
    }

    /// Collects because an allocation found no room: first gently, and when little comes of it, weak references included.
    pub(crate) fn collect_for_need(&mut self) {
        self.collect(false);
        if self.heap.used() > self.heap.capacity() / 10 * 9 {
            self.collect(true);
        }
    }

    /// Frees what cannot be reached. With `weak`, references that are not strong do not count, and are cleared and queued.
    pub fn collect(&mut self, weak: bool) {
        let roots = self.all_roots();
        let referent = self.referent();
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let program = &self.program;
        let is_weak = |class: ClassId, slot: u32| match referent {
            Some((reference, at)) => weak && slot == at && program.is_subclass(class, reference),
            None => false,
        };
        let mut all = self.heap.permanent_objects(&layouts);
        all.extend(roots);
        self.heap.mark(all, &layouts, &is_weak);
        if weak {
            self.clear_references();
        }
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        self.heap.sweep(&layouts);
    }

    /// `java.lang.ref.Reference` and the word of its referent.
    fn referent(&mut self) -> Option<(ClassId, u32)> {
        let class = self.program.loaded(raddle_program::class::LoaderId::BOOT, "java/lang/ref/Reference")?;
        let slot = self.slot_of(class, "referent");
        Some((class, slot))
    }

    /// Clears references whose referents were not reached, and hands those with a queue to the thread that enqueues them.
    fn clear_references(&mut self) {
        let Some((class, slot)) = self.referent() else { return };
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let program = &self.program;
        let found = self.heap.live_objects(&layouts, &|candidate| program.is_subclass(candidate, class));
        let mut cleared = Vec::new();
        let mut finals = Vec::new();
        for reference in found {
            let target = Ref::from_slot(self.heap.slot(reference, slot));
            if target.is_null() || self.heap.is_marked(target) {
                continue;
            }
            // The machine runs no finalizers: what a FinalReference holds stays.
            if self.program.class_name(self.heap.class(reference)) == "java/lang/ref/Finalizer" {
                finals.push(target);
                continue;
            }
            cleared.push(reference);
        }
        let layouts = ProgramLayouts { program: &self.program, layouts: &self.layouts };
        let kept: Vec<Ref> = finals;
        self.heap.mark(kept, &layouts, &|_, _| false);
        // Address order is allocation order only until memory is used again; names are always.
        cleared.sort_by_key(|&reference| self.heap.name(reference));
        for reference in cleared {
            let target = Ref::from_slot(self.heap.slot(reference, slot));
            if !self.heap.is_marked(target) {
                self.heap.set_slot(reference, slot, 0);
                self.pending_references.push(reference);
            }
        }
        self.wake_reference_handler();
    }

    fn all_roots(&mut self) -> Vec<Ref> {
        let mut roots: Vec<Ref> = self.roots.clone();
        roots.extend(self.loaders.iter().copied());
        roots.extend(self.modules.values().copied());
        roots.extend(self.packages.values().copied());
        roots.extend(self.mirror_details.values().flat_map(|details| [details.domain, details.signers]));
        roots.extend(self.interned.values().copied());
        roots.extend(self.pending_references.iter().copied());
        roots.extend(self.init.iter().filter_map(|init| match init {
            crate::classes::Init::Failed(cause) => Some(*cause),
            _ => None,
        }));
        self.sites.dynamics.roots(&mut roots);
        self.sites.handles.roots(&mut roots);
        for index in 0..self.threads.len() {
            roots.push(self.threads[index].object);
            self.frame_roots(index, &mut roots);
        }
        roots
    }

    fn frame_roots(&mut self, thread: usize, roots: &mut Vec<Ref>) {
        self.threads[thread].come_forth();
        for index in 0..self.threads[thread].frames.len() {
            let frame = self.threads[thread].frames[index];
            let top = index + 1 == self.threads[thread].frames.len();
            // What a call was given belongs to the callee; an overlapping register is the callee's business.
            let end = match self.threads[thread].frames.get(index + 1) {
                Some(callee) => callee.base,
                None => u32::MAX,
            };
            for register in self.frame_references(frame.method, frame.pc as usize, thread, frame.base, top) {
                let at = frame.base + register as u32;
                if at < end {
                    roots.push(Ref::from_slot(self.threads[thread].stack[at as usize]));
                }
            }
        }
    }

    fn frame_references(&mut self, method: MethodId, pc: usize, thread: usize, base: u32, top: bool) -> Vec<u16> {
        let Some(code) = self.program.method(method).code.as_ref() else { return Vec::new() };
        if self.is_stub(method) {
            let mut references = code.stub_references.clone();
            if top && pc == 0 && self.holds_arguments(method) {
                let target = MethodId(self.threads[thread].stack[base as usize] as u32);
                let flags = self.argument_references(target);
                references.extend(
                    flags.iter().enumerate().filter(|(_, flag)| **flag).map(|(index, _)| ARGUMENTS + index as u16),
                );
            }
            return references;
        }
        self.frame_map(method).map(|map| map.references(pc).collect()).unwrap_or_default()
    }

    /// Which registers of a method's frames are needed.
    pub(crate) fn frame_map(&mut self, method: MethodId) -> Option<&FrameMap> {
        if !self.frame_maps.0.contains_key(&method) {
            let arguments = self.argument_references(method);
            let map = FrameMap::compute(self.program.method(method).code.as_ref()?, &arguments);
            self.frame_maps.0.insert(method, map);
        }
        self.frame_maps.0.get(&method)
    }

    /// Which argument slots of a method hold references.
    pub(crate) fn argument_references(&self, method: MethodId) -> Vec<bool> {
        let entry = self.program.method(method);
        let mut flags = Vec::new();
        if !entry.is_static() {
            flags.push(true);
        }
        if let Some(parsed) = descriptor::parse_method(self.program.symbols.text(entry.descriptor)) {
            for parameter in parsed.parameters {
                flags.push(matches!(parameter.as_bytes()[0], b'L' | b'['));
                if descriptor::slots(parameter) == 2 {
                    flags.push(false);
                }
            }
        }
        flags
    }
}

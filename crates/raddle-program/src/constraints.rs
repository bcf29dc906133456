//! Loader constraints (JVMS 5.3.4): where code of two loaders exchanges values, both must mean the same class by a name. Without them a class of the
//! same name from another loader would pass the verifier, which knows names only.

use crate::class::{ClassId, LoaderId};
use crate::program::{LinkError, Linked, Program};
use crate::symbol::Symbol;
use rustc_hash::FxHashMap;

/// Loaders that must agree on a class, by its name. Groups of a name have no loader in common.
#[derive(Default)]
pub(crate) struct Constraints(FxHashMap<Symbol, Vec<Vec<LoaderId>>>);

impl Constraints {
    fn group(&self, name: Symbol, loader: LoaderId) -> &[LoaderId] {
        let groups = self.0.get(&name).map(Vec::as_slice).unwrap_or_default();
        groups.iter().find(|group| group.contains(&loader)).map(Vec::as_slice).unwrap_or_default()
    }

    fn join(&mut self, name: Symbol, a: LoaderId, b: LoaderId) {
        let groups = self.0.entry(name).or_default();
        let mut joined = vec![a, b];
        groups.retain(|group| {
            let touched = group.contains(&a) || group.contains(&b);
            if touched {
                joined.extend(group);
            }
            !touched
        });
        joined.sort_unstable();
        joined.dedup();
        groups.push(joined);
    }
}

impl Program {
    /// Demands that two loaders agree on all classes a descriptor names.
    pub fn constrain(&mut self, descriptor: Symbol, a: LoaderId, b: LoaderId) -> Linked<()> {
        if a == b {
            return Ok(());
        }
        let mut rest = self.symbols.text(descriptor);
        while let Some(start) = rest.find('L') {
            let Some(end) = rest[start..].find(';') else { break };
            let name = &rest[start + 1..start + end];
            rest = &rest[start + end + 1..];
            // No loader but the JDK's has classes of these packages (`ClassLoader.preDefineClass`).
            if !name.starts_with("java/") {
                self.constrain_name(name, a, b)?;
            }
        }
        Ok(())
    }

    fn constrain_name(&mut self, name: &str, a: LoaderId, b: LoaderId) -> Linked<()> {
        let symbol = self.symbols.intern(name);
        match (self.agreed(symbol, a), self.agreed(symbol, b)) {
            (Some(one), Some(other)) if one != other => Err(violated(name)),
            _ => {
                self.constraints.join(symbol, a, b);
                Ok(())
            }
        }
    }

    /// What a loader, or one that must agree with it, means by a name.
    fn agreed(&self, name: Symbol, loader: LoaderId) -> Option<ClassId> {
        let means = |loader: LoaderId| self.loaded_symbol(loader, name);
        means(loader).or_else(|| self.constraints.group(name, loader).iter().find_map(|&other| means(other)))
    }

    /// Whether a loader may come to mean a class by a name, as far as others must agree.
    pub(crate) fn check_agreement(&self, loader: LoaderId, name: Symbol, class: Option<ClassId>) -> Linked<()> {
        match self.agreed(name, loader) {
            Some(other) if Some(other) != class => Err(violated(self.symbols.text(name))),
            _ => Ok(()),
        }
    }
}

fn violated(name: &str) -> LinkError {
    let name = name.replace('/', ".");
    LinkError::Java(
        "java/lang/LinkageError",
        format!(
            "loader constraint violation: class loaders that exchange objects of class {name} have different classes of that name"
        ),
    )
}

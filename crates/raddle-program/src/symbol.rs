//! Names and descriptors, each stored once and compared as numbers.

use rustc_hash::FxHashMap;

/// An interned name: class, member or descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The table of all names met so far.
#[derive(Default)]
pub struct Symbols {
    ids: FxHashMap<&'static str, Symbol>,
    texts: Vec<&'static str>,
}

impl Symbols {
    /// The symbol of `text`, entered on first use.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(text) {
            return symbol;
        }
        // Names live as long as the process: classes are never unloaded, and a `'static` text frees every caller
        // from borrowing the table.
        let text: &'static str = Box::leak(text.into());
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text);
        self.ids.insert(text, symbol);
        symbol
    }

    /// The symbol of `text` if some class has used it.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.ids.get(text).copied()
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &'static str {
        self.texts[symbol.0 as usize]
    }
}

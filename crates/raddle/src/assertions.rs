//! Which classes run their `assert` statements: the rules of `-ea`, `-da`, `-esa` and `-dsa`.
//!
//! The rules are those of `java` (JLS 14.10 leaves them to the host): a rule for the class itself decides first, then the
//! one for the nearest package around it, then the default of its kind; among rules for the same name the last wins.

use serde::{Deserialize, Serialize};

/// The switches given; by default those of `java -ea`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assertions {
    /// The default for classes of the program.
    pub user: bool,
    /// The default for classes of the JDK that the boot loader defines.
    pub system: bool,
    /// The rules for single classes and packages, in the order given.
    pub rules: Vec<AssertionRule>,
}

/// One `-ea:what` or `-da:what`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssertionRule {
    /// Whether assertions run in what the rule is about.
    pub enable: bool,
    /// What the rule is about.
    pub target: AssertionTarget,
}

/// What an assertion rule is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AssertionTarget {
    /// One class (and those nested in it are others), by its name with dots.
    Class(String),
    /// A package and those below it; the empty name is the unnamed package.
    Package(String),
}

impl Default for Assertions {
    fn default() -> Self {
        Assertions { user: true, system: false, rules: Vec::new() }
    }
}

impl Assertions {
    /// Whether the class of this name (with dots) runs its assertions; `system` tells a class of the boot loader.
    pub fn enabled(&self, class: &str, system: bool) -> bool {
        let mut name = class;
        if let Some(enable) = self.rule_for(&AssertionTarget::Class(name.to_owned())) {
            return enable;
        }
        if !name.contains('.') {
            let unnamed = AssertionTarget::Package(String::new());
            if let Some(enable) = self.rule_for(&unnamed) {
                return enable;
            }
        }
        while let Some((package, _)) = name.rsplit_once('.') {
            if let Some(enable) = self.rule_for(&AssertionTarget::Package(package.to_owned())) {
                return enable;
            }
            name = package;
        }
        if system { self.system } else { self.user }
    }

    fn rule_for(&self, target: &AssertionTarget) -> Option<bool> {
        let last = self.rules.iter().rev().find(|rule| rule.target == *target);
        last.map(|rule| rule.enable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(enable: bool, target: AssertionTarget) -> AssertionRule {
        AssertionRule { enable, target }
    }

    fn class(name: &str) -> AssertionTarget {
        AssertionTarget::Class(name.to_owned())
    }

    fn package(name: &str) -> AssertionTarget {
        AssertionTarget::Package(name.to_owned())
    }

    #[test]
    fn by_default_the_program_asserts_and_the_jdk_does_not() {
        let assertions = Assertions::default();
        assert!(assertions.enabled("shop.Main", false));
        assert!(!assertions.enabled("java.util.HashMap", true));
    }

    #[test]
    fn a_class_rule_beats_its_package_and_the_nearest_package_beats_the_outer() {
        let assertions = Assertions {
            rules: vec![
                rule(true, class("shop.till.Drawer")),
                rule(false, package("shop.till")),
                rule(true, package("shop")),
            ],
            user: false,
            system: false,
        };
        assert!(assertions.enabled("shop.till.Drawer", false));
        assert!(!assertions.enabled("shop.till.Coin", false));
        assert!(assertions.enabled("shop.Main", false));
        assert!(!assertions.enabled("shopping.Main", false));
    }

    #[test]
    fn the_last_rule_for_a_name_wins() {
        let assertions =
            Assertions { rules: vec![rule(true, class("A")), rule(false, class("A"))], ..Assertions::default() };
        assert!(!assertions.enabled("A", false));
    }

    #[test]
    fn the_unnamed_package_is_only_its_own_classes() {
        let assertions = Assertions { rules: vec![rule(false, package(""))], ..Assertions::default() };
        assert!(!assertions.enabled("Main", false));
        assert!(assertions.enabled("shop.Main", false));
    }
}

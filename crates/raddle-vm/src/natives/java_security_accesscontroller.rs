//! `java.security.AccessController`: there is no security manager, so nothing is checked and nothing recorded.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::Outcome;

pub(super) static TABLE: Table = Table {
    class: "java/security/AccessController",
    methods: &[
        ("getStackAccessControlContext()Ljava/security/AccessControlContext;", none),
        ("getInheritedAccessControlContext()Ljava/security/AccessControlContext;", none),
        ("getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", none),
        ("ensureMaterializedForStackWalk(Ljava/lang/Object;)V", nothing),
    ],
};

fn none(_: &mut Call) -> Outcome {
    done(Ref::NULL)
}

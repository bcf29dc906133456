//! `sun.nio.ch.Net` and what else sockets and selectors stand on: constants, and a clear refusal to open any.

use super::{Call, Table, done, nothing};
use crate::machine::{Exit, Outcome};

pub(super) static TABLE: Table = Table {
    class: "sun/nio/ch/Net",
    methods: &[
        ("isIPv6Available0()Z", |_| done(false)),
        ("isReusePortAvailable0()Z", |_| done(false)),
        ("isExclusiveBindAvailable()I", |_| done(-1)),
        ("shouldSetBothIPv4AndIPv6Options0()Z", |_| done(false)),
        ("shouldShutdownWriteBeforeClose0()Z", |_| done(false)),
        ("canIPv6SocketJoinIPv4Group0()Z", |_| done(false)),
        ("canJoin6WithIPv4Group0()Z", |_| done(false)),
        ("canUseIPv6OptionsWithIPv4LocalAddress0()Z", |_| done(false)),
        ("pollinValue()S", |_| done(libc::POLLIN)),
        ("polloutValue()S", |_| done(libc::POLLOUT)),
        ("pollerrValue()S", |_| done(libc::POLLERR)),
        ("pollhupValue()S", |_| done(libc::POLLHUP)),
        ("pollnvalValue()S", |_| done(libc::POLLNVAL)),
        ("pollconnValue()S", |_| done(libc::POLLOUT)),
        ("socket0(ZZZZ)I", no_sockets),
    ],
};

pub(super) static UNIX: Table = Table {
    class: "sun/nio/ch/UnixDomainSockets",
    methods: &[("init()Z", |_| done(false)), ("socket0()I", no_sockets)],
};

pub(super) static SELECTOR: Table = Table {
    class: "sun/nio/ch/EPoll",
    methods: &[
        ("eventSize()I", |_| done(12)),
        ("eventsOffset()I", |_| done(0)),
        ("dataOffset()I", |_| done(4)),
        ("create()I", |call| Err(call.error("java/io/IOException", "selectors are not supported by Raddle"))),
    ],
};

pub(super) static INHERITED: Table =
    Table { class: "sun/nio/ch/InheritedChannel", methods: &[("initIDs()V", nothing), ("soType0(I)I", |_| done(-1))] };

pub(super) static ADDRESS: Table = Table {
    class: "sun/nio/ch/NativeSocketAddress",
    methods: &[
        ("AFINET()I", |_| done(libc::AF_INET)),
        ("AFINET6()I", |_| done(libc::AF_INET6)),
        ("sizeofSockAddr4()I", |_| done(16)),
        ("sizeofSockAddr6()I", |_| done(28)),
        ("sizeofFamily()I", |_| done(2)),
        ("offsetFamily()I", |_| done(0)),
        ("offsetSin4Port()I", |_| done(2)),
        ("offsetSin4Addr()I", |_| done(4)),
        ("offsetSin6Port()I", |_| done(2)),
        ("offsetSin6FlowInfo()I", |_| done(4)),
        ("offsetSin6Addr()I", |_| done(8)),
        ("offsetSin6ScopeId()I", |_| done(24)),
    ],
};

pub(super) static OPTIONS: Table = Table {
    class: "jdk/net/LinuxSocketOptions",
    methods: &[
        ("keepAliveOptionsSupported0()Z", |_| done(false)),
        ("quickAckSupported0()Z", |_| done(false)),
        ("incomingNapiIdSupported0()Z", |_| done(false)),
    ],
};

pub(super) static PROXIES: Table =
    Table { class: "sun/net/spi/DefaultProxySelector", methods: &[("init()Z", |_| done(false))] };

pub(super) static PORTS: Table = Table {
    class: "sun/net/PortConfig",
    methods: &[("getLower0()I", |_| done(32768)), ("getUpper0()I", |_| done(60999))],
};

fn no_sockets(call: &mut Call) -> Outcome {
    Err(refusal(call))
}

fn refusal(call: &mut Call) -> Exit {
    call.error("java/net/SocketException", "sockets are not supported by Raddle")
}

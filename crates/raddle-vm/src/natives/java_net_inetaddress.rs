//! `java.net`: addresses, as far as they are known without asking the network.
//!
//! There is one interface, the one every machine has: names resolve through `/etc/hosts` to addresses of version 4 and nothing else does.

use super::{Call, Table, done, nothing};
use crate::heap::Ref;
use crate::machine::Outcome;
use std::net::Ipv4Addr;

pub(super) static TABLE: Table = Table {
    class: "java/net/InetAddress",
    methods: &[("init()V", nothing), ("isIPv4Available()Z", |_| done(true)), ("isIPv6Supported()Z", |_| done(false))],
};

pub(super) static FACTORY: Table =
    Table { class: "java/net/InetAddressImplFactory", methods: &[("isIPv6Supported()Z", |_| done(false))] };

pub(super) static FOUR: Table = Table { class: "java/net/Inet4Address", methods: &[("init()V", nothing)] };

pub(super) static SIX: Table = Table { class: "java/net/Inet6Address", methods: &[("init()V", nothing)] };

pub(super) static RESOLVER: Table = Table {
    class: "java/net/Inet4AddressImpl",
    methods: &[
        ("getLocalHostName()Ljava/lang/String;", local_host_name),
        ("lookupAllHostAddr(Ljava/lang/String;)[Ljava/net/InetAddress;", look_up),
        ("getHostByAddr([B)Ljava/lang/String;", host_by_address),
        ("isReachable0([BI[BI)Z", |_| Err(super::refused("the network is not supported: InetAddress.isReachable"))),
    ],
};

pub(super) static INTERFACES: Table = Table {
    class: "java/net/NetworkInterface",
    methods: &[
        ("init()V", nothing),
        ("getAll()[Ljava/net/NetworkInterface;", |_| done(Ref::NULL)),
        ("getByName0(Ljava/lang/String;)Ljava/net/NetworkInterface;", |_| done(Ref::NULL)),
        ("getByIndex0(I)Ljava/net/NetworkInterface;", |_| done(Ref::NULL)),
        ("getByInetAddress0(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", |_| done(Ref::NULL)),
        ("boundInetAddress0(Ljava/net/InetAddress;)Z", |_| done(false)),
    ],
};

pub(super) static PACKET: Table = Table { class: "java/net/DatagramPacket", methods: &[("init()V", nothing)] };

fn local_host_name(call: &mut Call) -> Outcome {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = if name.trim().is_empty() { "localhost" } else { name.trim() };
    done(call.new_string(name)?)
}

/// Addresses and names of `/etc/hosts`, and the one that always is.
fn hosts() -> Vec<(Ipv4Addr, Vec<String>)> {
    let text = std::fs::read_to_string("/etc/hosts").unwrap_or_default();
    let lines = text.lines().chain(["127.0.0.1 localhost"]);
    let parse = |line: &str| {
        let mut words = line.split('#').next()?.split_whitespace();
        let address = words.next()?.parse().ok()?;
        Some((address, words.map(str::to_string).collect()))
    };
    lines.filter_map(parse).collect()
}

fn look_up(call: &mut Call) -> Outcome {
    let host = call.text(1)?;
    let known = hosts().into_iter().filter(|(_, names)| names.iter().any(|name| name.eq_ignore_ascii_case(&host)));
    let mut addresses: Vec<Ipv4Addr> = known.map(|(address, _)| address).collect();
    addresses.dedup();
    if addresses.is_empty() {
        return Err(call.error("java/net/UnknownHostException", &format!("{host}: Name or service not known")));
    }
    let class = call.load_boot("java/net/Inet4Address")?;
    call.initialize(class)?;
    let holder_class = call.load_boot("java/net/InetAddress$InetAddressHolder")?;
    let array_class = call.load_boot("[Ljava/net/InetAddress;")?;
    let name = call.reference(1);
    let mut elements = Vec::new();
    for address in addresses {
        let holder = call.new_object(holder_class)?;
        call.set_field(holder, "hostName", name.0 as u64);
        call.set_field(holder, "originalHostName", name.0 as u64);
        call.set_field(holder, "address", u32::from(address) as u64);
        // InetAddress.IPv4.
        call.set_field(holder, "family", 1);
        let element = call.new_object(class)?;
        call.set_field(element, "holder", holder.0 as u64);
        elements.push(element);
    }
    done(call.new_references(array_class, &elements)?)
}

fn host_by_address(call: &mut Call) -> Outcome {
    let array = call.object(1)?;
    let bytes: Option<[u8; 4]> = call.heap.bytes(array).try_into().ok();
    let address = bytes.map(Ipv4Addr::from);
    let name =
        hosts().into_iter().find(|(known, _)| Some(*known) == address).and_then(|(_, names)| names.into_iter().next());
    match name {
        Some(name) => done(call.new_string(&name)?),
        None => Err(call.plain_error("java/net/UnknownHostException")),
    }
}

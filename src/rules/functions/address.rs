//! IP addresses in rules: `ip(s)`, `isIP(s)`, `ip.isCanonical(s)` and what can be asked of one.

use std::net::{IpAddr, Ipv4Addr};

use cel::common::types::{CelBool, CelInt, CelString};
use cel::{DeclarationError, Env, ExecutionError, add_member_overload, add_overload};

use super::opaque::opaque;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Address(pub(super) IpAddr);

opaque!(Address, ADDRESS_TYPE, "net.IP");

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_type(ADDRESS_TYPE.to_owned())?;
    add_overload!(env, fn is_ip: (CelString) -> CelBool, name = "isIP")?;
    add_overload!(env, fn ip: (CelString) -> Result<Address>)?;
    add_overload!(env, fn is_canonical: (CelString) -> Result<CelBool>, name = "ip.isCanonical")?;
    add_overload!(env, fn text: (Address) -> CelString, name = "string")?;
    add_member_overload!(env, fn family: (Address) -> CelInt)?;
    add_member_overload!(env, fn is_unspecified: (Address) -> CelBool)?;
    add_member_overload!(env, fn is_loopback: (Address) -> CelBool)?;
    add_member_overload!(env, fn is_link_local_multicast: (Address) -> CelBool)?;
    add_member_overload!(env, fn is_link_local_unicast: (Address) -> CelBool)?;
    add_member_overload!(env, fn is_global_unicast: (Address) -> CelBool)?;
    Ok(())
}

/// Reads an address as Kubernetes does: no zone, no IPv4 address in IPv6 form.
pub(super) fn read(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().ok()?;
    let mapped = matches!(address, IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some());
    (!mapped).then_some(address)
}

pub(super) fn ip(text: &CelString<'_>) -> Result<Address, ExecutionError> {
    let not_one = || ExecutionError::function_error("ip", "the text is not an IP address");
    read(text.inner()).map(Address).ok_or_else(not_one)
}

fn is_ip(text: &CelString<'_>) -> CelBool {
    read(text.inner()).is_some().into()
}

fn is_canonical(text: &CelString<'_>) -> Result<CelBool, ExecutionError> {
    Ok((ip(text)?.0.to_string() == text.inner()).into())
}

fn text(this: &Address) -> CelString<'static> {
    this.0.to_string().into()
}

fn family(this: &Address) -> CelInt {
    CelInt::from(if this.0.is_ipv4() { 4 } else { 6 })
}

fn is_unspecified(this: &Address) -> CelBool {
    this.0.is_unspecified().into()
}

fn is_loopback(this: &Address) -> CelBool {
    this.0.is_loopback().into()
}

fn is_link_local_multicast(this: &Address) -> CelBool {
    let link_local = match this.0 {
        IpAddr::V4(v4) => v4.octets()[..3] == [224, 0, 0],
        IpAddr::V6(v6) => v6.segments()[0] & 0xff0f == 0xff02,
    };
    link_local.into()
}

fn is_link_local_unicast(this: &Address) -> CelBool {
    link_local_unicast(this.0).into()
}

fn link_local_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.segments()[0] & 0xffc0 == 0xfe80,
    }
}

fn is_global_unicast(this: &Address) -> CelBool {
    let address = this.0;
    let local = address.is_unspecified() || address.is_loopback() || link_local_unicast(address);
    let many = address.is_multicast() || address == IpAddr::V4(Ipv4Addr::BROADCAST);
    (!local && !many).into()
}

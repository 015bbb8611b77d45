//! Address blocks in rules: `cidr(s)`, `isCIDR(s)` and what can be asked of one.

use std::net::IpAddr;

use cel::common::types::{CelBool, CelInt, CelString};
use cel::{DeclarationError, Env, ExecutionError, add_member_overload, add_overload};

use super::address::{self, Address};
use super::opaque::opaque;

#[derive(Debug, Clone, PartialEq)]
struct Block {
    address: IpAddr,
    prefix: u32,
}

opaque!(Block, BLOCK_TYPE, "net.CIDR");

pub(super) fn declare(env: &mut Env) -> Result<(), DeclarationError> {
    env.add_type(BLOCK_TYPE.to_owned())?;
    add_overload!(env, fn is_cidr: (CelString) -> CelBool, name = "isCIDR")?;
    add_overload!(env, fn cidr: (CelString) -> Result<Block>)?;
    add_overload!(env, fn text: (Block) -> CelString, name = "string")?;
    add_member_overload!(env, fn contains_ip: (Block, Address) -> CelBool, name = "containsIP")?;
    add_member_overload!(env, fn contains_ip_text: (Block, CelString) -> Result<CelBool>,
        name = "containsIP")?;
    add_member_overload!(env, fn contains_cidr: (Block, Block) -> CelBool,
        name = "containsCIDR")?;
    add_member_overload!(env, fn contains_cidr_text: (Block, CelString) -> Result<CelBool>,
        name = "containsCIDR")?;
    add_member_overload!(env, fn ip: (Block) -> Address)?;
    add_member_overload!(env, fn masked: (Block) -> Block)?;
    add_member_overload!(env, fn prefix_length: (Block) -> CelInt)?;
    Ok(())
}

impl Block {
    /// Reads `10.0.0.0/8` or `fd00::/8`; the prefix has no leading zeros.
    fn read(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/')?;
        let address = address::read(address)?;
        let plain = prefix == "0" || !prefix.starts_with(['0', '+']);
        let prefix = prefix.parse().ok().filter(|&prefix| plain && prefix <= width(address))?;
        Some(Self { address, prefix })
    }

    fn masked(&self) -> Self {
        Self { address: mask(self.address, self.prefix), prefix: self.prefix }
    }

    fn contains(&self, address: IpAddr) -> bool {
        self.address.is_ipv4() == address.is_ipv4()
            && mask(self.address, self.prefix) == mask(address, self.prefix)
    }
}

fn width(address: IpAddr) -> u32 {
    if address.is_ipv4() { 32 } else { 128 }
}

/// `address` with all bits after the first `prefix` cleared.
fn mask(address: IpAddr, prefix: u32) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let kept = u32::MAX.checked_shl(32 - prefix).unwrap_or(0);
            IpAddr::V4((v4.to_bits() & kept).into())
        }
        IpAddr::V6(v6) => {
            let kept = u128::MAX.checked_shl(128 - prefix).unwrap_or(0);
            IpAddr::V6((v6.to_bits() & kept).into())
        }
    }
}

fn cidr(text: &CelString<'_>) -> Result<Block, ExecutionError> {
    let not_one = || ExecutionError::function_error("cidr", "the text is not an address block");
    Block::read(text.inner()).ok_or_else(not_one)
}

fn is_cidr(text: &CelString<'_>) -> CelBool {
    Block::read(text.inner()).is_some().into()
}

fn text(this: &Block) -> CelString<'static> {
    format!("{}/{}", this.address, this.prefix).into()
}

fn contains_ip(this: &Block, address: &Address) -> CelBool {
    this.contains(address.0).into()
}

fn contains_ip_text(this: &Block, text: &CelString<'_>) -> Result<CelBool, ExecutionError> {
    Ok(contains_ip(this, &address::ip(text)?))
}

fn contains_cidr(this: &Block, other: &Block) -> CelBool {
    (this.prefix <= other.prefix && this.contains(other.address)).into()
}

fn contains_cidr_text(this: &Block, text: &CelString<'_>) -> Result<CelBool, ExecutionError> {
    Ok(contains_cidr(this, &cidr(text)?))
}

fn ip(this: &Block) -> Address {
    Address(this.address)
}

fn masked(this: &Block) -> Block {
    this.masked()
}

fn prefix_length(this: &Block) -> CelInt {
    CelInt::from(i64::from(this.prefix))
}

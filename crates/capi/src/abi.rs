//! The version of the interface.

/// The version of this interface. A program made for one version works with every library of the same. It is part of the
/// shared library's name: libbolshak.so.4.
pub const BOLSHAK_ABI_VERSION: u32 = 4;

/// The version of the interface of the library at hand. A program that loads the library itself can compare it with
/// BOLSHAK_ABI_VERSION, which is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_abi_version() -> u32 {
    BOLSHAK_ABI_VERSION
}

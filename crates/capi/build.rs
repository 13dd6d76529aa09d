//! Gives the shared library its versioned name, which programs linked to it look for.

// Only the number is read; its functions are those of the library.
#[allow(dead_code, unsafe_code)]
#[path = "src/abi.rs"]
mod abi;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/abi.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libbolshak.so.{}", abi::BOLSHAK_ABI_VERSION);
    }
}

//! Gives the shared library its versioned name, which programs linked to it look for.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/failure.rs");
    let (_, rest) =
        include_str!("src/failure.rs").split_once("BOLSHAK_ABI_VERSION: u32 = ").expect("the version is there");
    let (version, _) = rest.split_once(';').expect("the version ends");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libbolshak.so.{version}");
    }
}

//! `bolshak.h` is what cbindgen makes of the source. With `BOLSHAK_WRITE_HEADER=1` it is written anew.

use std::path::Path;
use std::{env, fs};

#[test]
fn the_header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    for module in ["failure", "tablebase", "position", "probe", "moves", "rank", "solve"] {
        builder = builder.with_src(root.join(format!("src/{module}.rs")));
    }
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    // Markdown's heading means nothing in C.
    let made = String::from_utf8(made).unwrap().replace("// # Safety\n", "// Pointers:\n");
    let header = root.join("bolshak.h");
    if env::var_os("BOLSHAK_WRITE_HEADER").is_some() {
        fs::write(&header, &made).unwrap();
    }
    let hint = "BOLSHAK_WRITE_HEADER=1 cargo test -p bolshak-capi --test header";
    assert!(fs::read_to_string(&header).unwrap_or_default() == made, "bolshak.h is not current; run {hint}");
}

//! The licences of the library.

use std::ffi::{CStr, c_char};

const TEXT: &CStr = match CStr::from_bytes_with_nul(concat!(include_str!("../LICENSES.txt"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("a text has no 0 but at its end"),
};

/// The licences of the library, and of all that is linked into it: in UTF-8, some 70 KB, as LICENSES.txt beside bolshak.h.
/// They go with the library, and with every program that it is linked into. Never null; the text stays as long as
/// the library.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_licenses() -> *const c_char {
    TEXT.as_ptr()
}

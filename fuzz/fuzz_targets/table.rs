//! Tables with wrong bytes, from libFuzzer.
#![no_main]

use bolshak_fuzz::Tables;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static TABLES: Tables = Tables::new();
}

fuzz_target!(|input: &[u8]| {
    TABLES.with(|tables| tables.check(input));
});

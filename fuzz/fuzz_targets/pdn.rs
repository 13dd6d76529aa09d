//! Games as people write them, from libFuzzer.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    bolshak_fuzz::check_games(input);
});

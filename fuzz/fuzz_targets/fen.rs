//! Positions and moves as texts, from libFuzzer.
#![no_main]

use bolshak_fuzz::Texts;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static TEXTS: Texts = Texts::new();
}

fuzz_target!(|input: &[u8]| {
    TEXTS.with(|texts| texts.check(input));
});

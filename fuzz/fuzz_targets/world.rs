//! Fuzz target; the body and what it promises are in `ficha_testkit::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ficha_testkit::fuzz::world(data));

#![no_main]

#[path = "../../tests/fuzz_targets/mod.rs"]
#[allow(dead_code, reason = "each binary runs one target")]
mod targets;

libfuzzer_sys::fuzz_target!(init: targets::libyaml::forgive(), |data: &[u8]| targets::template_render::run(data));

//! Any bytes as a JDK image: errors, but never a panic.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use raddle_program::image::Image;

fuzz_target!(|bytes: &[u8]| {
    let Ok(image) = Image::from_bytes(Path::new("fuzzed"), bytes) else {
        return;
    };
    image.modules().ok();
    image.module_of_package("java/lang").ok();
    // An index may claim more entries than a run has time for.
    for resource in image.resources().take(1_000).flatten() {
        image.find(&resource.name()).ok();
        resource.bytes().ok();
    }
});

//! Any bytes as the inside of a checkpoint: an error, or a search that can be gone on with. What comes before and after them is made
//! right, or nothing would get past the checksum.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_search::Options;
use raddle_search::checkpoint::Saved;

fuzz_target!(|bytes: &[u8]| {
    let mut file = b"raddle checkpoint 2\n".to_vec();
    file.extend(bytes);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let path = std::env::temp_dir().join(format!("raddle-fuzz-{}", std::process::id()));
    std::fs::write(&path, file).expect("a temporary file");
    let _ = Saved::read(&path, &Options::default());
});

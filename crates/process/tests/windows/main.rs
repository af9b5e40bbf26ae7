//! Windows: starting processes, their descriptors, waiting for them, ending them, whole runs.
//!
//! The child of most tests is this program itself, which runs `parts::child_side` with a part to
//! play.
#![cfg(windows)]

mod descriptors;
mod ending;
mod parts;
mod runs;
mod starting;

/// A folder of this process's own, which the test removes.
fn temporary_folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("rt-process-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

//! A copy of the test program that runs one of its ignored tests: a part that a test needs played.

/// The arguments of the copy. With one thread, which is the default with one processor, the name of
/// the test would stand in front of what the part says.
pub fn play(test: &str) -> [&str; 5] {
    ["--exact", test, "--ignored", "--nocapture", "--test-threads=2"]
}

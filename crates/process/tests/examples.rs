//! The programs of `examples/` run, and find what they say true.
#![cfg(target_os = "linux")]

use rt_process::Command;

/// Runs an example, which cargo builds with the tests, and returns what it wrote.
fn run(example: &str, arguments: &[&str]) -> String {
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples").join(example);
    let output = Command::new(path).args(arguments).output().unwrap();
    assert!(
        output.success(),
        "{example}: {}",
        String::from_utf8_lossy(output.stderr())
    );
    String::from_utf8(output.stdout().to_vec()).unwrap()
}

#[test]
fn limits() {
    assert!(run("limits", &[]).starts_with("sorted: apple\npear\n"));
}

#[test]
fn descriptors() {
    assert!(run("descriptors", &[]).starts_with("Linux\n0\n"));
}

#[test]
fn race() {
    assert_eq!(run("race", &[]).lines().count(), 3);
}

#[test]
fn jobs() {
    let text = run("jobs", &["100", "8"]);
    assert_eq!(text.matches("100 jobs, 8 at a time").count(), 4, "{text}");
}

//! Tests that run in namespaces of their own, where the system allows that.

use rt_process::Command;

/// Runs one of the ignored tests of this program in a PID namespace of its own, with a shell as
/// PID 1 if `has_shell`, which reaps orphans.
pub fn in_namespace(name: &str, has_shell: bool) {
    let own = std::env::current_exe().unwrap();
    let mut command = Command::new("unshare");
    command.args(["--pid", "--fork", "--mount-proc"]);
    if has_shell {
        command.args(["sh", "-c", r#""$0" "$@"; exit $?"#]);
    }
    let output = command
        .arg(own)
        .args(["--exact", name, "--ignored"])
        .output()
        .unwrap();
    assert_passed(output.stdout(), output.stderr());
}

/// What `unshare(1)` and the test in it have written.
pub fn assert_passed(stdout: &[u8], stderr: &[u8]) {
    let text = String::from_utf8_lossy(stdout).into_owned() + &String::from_utf8_lossy(stderr);
    if text.contains("unshare: ") || text.contains("umount: ") {
        eprintln!("skipped: no namespaces here: {text}");
        return;
    }
    assert!(text.contains("1 passed"), "{text}");
}

//! A captured run without a descriptor for its child. Alone in its file: it lowers the limit of the
//! whole process.
#![cfg(target_os = "linux")]

#[path = "support/limit.rs"]
mod limit;

use limit::limit_to_64;
use rt_process::{ChildDescriptor, Command, ExitStatus, LimitReached};
use std::fs::File;
use std::time::Duration;

#[test]
fn a_run_without_a_descriptor_for_the_child() {
    limit_to_64();
    let held: Vec<File> = (0..45).map(|_| File::open("/dev/null").unwrap()).collect();
    let run = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stderr(ChildDescriptor::NullDevice);
        command
            .capture()
            .timeout(Duration::from_millis(300))
            .run()
            .unwrap()
    };
    let output = run("echo text; exit 3");
    assert_eq!(output.stdout(), b"text\n");
    assert_eq!(output.status.unwrap(), ExitStatus::Code(3));
    // The end of the pipe comes before that of the child, or never in time.
    for script in ["exec >&-; exec sleep 60", "exec sleep 60"] {
        let output = run(script);
        assert_eq!(output.limit, Some(LimitReached::Timeout));
        assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));
    }
    drop(held);
}

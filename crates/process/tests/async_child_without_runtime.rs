//! Children that cannot be awaited, since there is no event loop of tokio.
#![cfg(target_os = "linux")]

#[path = "support/stubborn.rs"]
mod stubborn;

use rt_process::{ChildDescriptor, Command, ExitStatus};
use std::fs::File;
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use stubborn::stubborn;
use tokio::runtime::{Builder, Runtime};

/// Checks that the call panics, and that nothing of the child is left.
fn leaves_nothing() {
    let (mut own, childs) = UnixStream::pair().unwrap();
    let mut command = Command::new("sleep");
    command
        .arg("60")
        .stdin(ChildDescriptor::Pipe)
        .stdout(ChildDescriptor::duplicate(&childs).unwrap());
    drop(childs);
    assert!(catch_unwind(AssertUnwindSafe(|| command.spawn_async())).is_err());
    drop(command);
    own.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    assert_eq!(own.read(&mut [0]).unwrap(), 0);
}

#[test]
fn no_child_is_left_outside_of_a_runtime() {
    leaves_nothing();
}

#[test]
fn no_child_is_left_in_a_runtime_without_input_and_output() {
    let runtime = Builder::new_current_thread().build().unwrap();
    let _entered = runtime.enter();
    leaves_nothing();
}

#[test]
fn a_child_that_does_not_end_is_killed_by_a_stop_also_after_its_runtime() {
    let runtime = Runtime::new().unwrap();
    let mut child = runtime.block_on(async { stubborn().spawn_async().unwrap() });
    let output = child.take_stdout().unwrap();
    let mut output = File::from(runtime.block_on(async { output.into_owned_fd().unwrap() }));
    output.read_exact(&mut [0; 6]).unwrap();
    drop(runtime);
    let stopped = Runtime::new()
        .unwrap()
        .block_on(child.stop(Duration::from_millis(1)));
    assert!(stopped.is_err());
    let status = child.wait_timeout(Duration::from_secs(30)).unwrap();
    assert_eq!(status, Some(ExitStatus::Signal(9)));
}

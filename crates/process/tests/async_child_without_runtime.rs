//! Children that cannot be awaited, since there is no event loop of tokio.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command};
use std::io::Read;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

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
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let _entered = runtime.enter();
    leaves_nothing();
}

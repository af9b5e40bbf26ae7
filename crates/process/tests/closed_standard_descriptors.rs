//! Spawning from a process without descriptors 0, 1 and 2: pipes and the null device get those
//! numbers. Alone in its file: it closes them.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, OwnedFd};
use std::time::Duration;

/// What the child is to have as 0, 1 and 2, and whether it reads what it is sent.
const PLANS: [[ChildDescriptor; 3]; 4] = {
    use ChildDescriptor::{Closed, NullDevice, Pipe};
    [
        [Pipe, Pipe, Pipe],
        [NullDevice, Pipe, NullDevice],
        [Pipe, Pipe, NullDevice],
        [Closed, Pipe, Pipe],
    ]
};

fn read(pipe: OwnedFd) -> String {
    let mut text = String::new();
    File::from(pipe).read_to_string(&mut text).unwrap();
    text
}

fn talk(plan: [ChildDescriptor; 3]) -> [String; 3] {
    let script =
        "cat; echo out; echo err >&2; for n in 0 1 2; do test -e /proc/self/fd/$n && echo $n; done; true";
    let mut command = Command::new("sh");
    command.arguments(["sh", "-c", script]);
    let mut child = command.descriptors(plan).spawn().unwrap();
    let mut pipes = child.take_pipes();
    let lowest = pipes.iter().flatten().map(AsRawFd::as_raw_fd).min().unwrap();
    if let Some(input) = pipes[0].take() {
        File::from(input).write_all(b"in\n").unwrap();
    }
    let [output, errors] = [1, 2].map(|position| pipes[position].take().map(read).unwrap_or_default());
    child.wait().unwrap();
    [lowest.to_string(), output, errors]
}

/// Whether a child that reads to the end of its input ends with that: its own standard descriptors
/// are not this process's end of a pipe.
fn ends_with_its_input() -> bool {
    let mut child = Command::new("cat")
        .stdin(ChildDescriptor::Pipe)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    drop(child.take_stdin());
    child.wait_timeout(Duration::from_secs(10)).unwrap().is_some()
}

#[test]
fn pipes_with_the_numbers_of_standard_descriptors_arrive_where_they_belong() {
    let kept: Vec<OwnedFd> = [0, 1, 2]
        .map(|number| {
            // SAFETY: the test's own standard descriptors, which stay open until the copies are
            // made.
            let standard = unsafe { std::os::fd::BorrowedFd::borrow_raw(number) };
            rustix::io::fcntl_dupfd_cloexec(standard, 10).unwrap()
        })
        .into();
    for number in 0..3 {
        // SAFETY: nothing owns these; they are put back below.
        unsafe { libc::close(number) };
    }
    let results = PLANS.map(talk);
    let has_ended = ends_with_its_input();
    for (number, copy) in (0..).zip(&kept) {
        // SAFETY: both numbers are this test's.
        unsafe { libc::dup2(copy.as_raw_fd(), number) };
    }
    assert!(has_ended);
    for (plan, [lowest, output, errors]) in PLANS.into_iter().zip(results) {
        let sent = if matches!(plan[0], ChildDescriptor::Pipe) {
            "in\n"
        } else {
            ""
        };
        assert_eq!(lowest, "0", "{plan:?}");
        assert_eq!(output, format!("{sent}out\n0\n1\n2\n"), "{plan:?}");
        let expected = if matches!(plan[2], ChildDescriptor::Pipe) {
            "err\n"
        } else {
            ""
        };
        assert_eq!(errors, expected, "{plan:?}");
    }
}

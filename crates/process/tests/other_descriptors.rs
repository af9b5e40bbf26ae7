//! Descriptors that no plan names: which of them reach a child. Alone in its file: it leaves
//! descriptors open for every child.
#![cfg(target_os = "linux")]

#[path = "support/inherit.rs"]
mod inherit;
#[path = "support/part.rs"]
mod part;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use inherit::inherit;
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{ChildDescriptor, Command, OtherDescriptors, remember_inherited_descriptors};
use rustix::io::Errno;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set in the copy of this test program that plays the part of a program with inherited
/// descriptors.
const PART: &str = "RT_PROCESS_OTHER_DESCRIPTORS_TEST";

/// A shell that says which of the numbers 3 to 99 are open in it; it opens none itself.
fn open_in_child(others: OtherDescriptors) -> Vec<i32> {
    open_beside(others, None)
}

/// The same, with the null device as this descriptor besides.
fn open_beside(others: OtherDescriptors, named: Option<i32>) -> Vec<i32> {
    let script = "n=3; while [ $n -lt 100 ]; do [ -e /proc/self/fd/$n ] && echo $n; n=$((n+1)); done; true";
    let mut command = Command::new("/bin/sh");
    command
        .arguments(["sh", "-c", script])
        .descriptors([ChildDescriptor::NullDevice, ChildDescriptor::Pipe, inherit(2)])
        .other_descriptors(others);
    if let Some(number) = named {
        command.descriptor(number, ChildDescriptor::NullDevice);
    }
    let mut child = command.spawn().unwrap();
    let mut pipes = child.take_pipes();
    let text = std::io::read_to_string(File::from(pipes[1].take().unwrap())).unwrap();
    child.wait().unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

/// Opens the null device with this number, without the close-on-exec flag.
fn open_inheritable_at(number: i32) {
    let file = File::open("/dev/null").unwrap();
    // SAFETY: the number is one that this test keeps for itself.
    assert_eq!(unsafe { libc::dup2(file.as_raw_fd(), number) }, number);
}

/// Calls `work` while another thread opens and closes descriptors without the close-on-exec flag as
/// fast as it can.
fn while_others_open_descriptors<R>(work: impl FnOnce() -> R) -> R {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                // SAFETY: opens a path that is a C string, and closes what it opened.
                unsafe { libc::close(libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY)) };
            }
        });
        // The scope waits for the thread when `work` panics, too.
        let _ends = EndsOnDrop(&over);
        work()
    })
}

struct EndsOnDrop<'a>(&'a AtomicBool);

impl Drop for EndsOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Where the kernel cannot mark a range of descriptors: before Linux 5.11, before 5.9, and without
/// a list of them in `/proc` as well.
fn older_systems() -> [Vec<Refused>; 3] {
    let no_range = always(libc::SYS_close_range, Errno::NOSYS);
    [
        vec![with_argument(
            libc::SYS_close_range,
            Errno::INVAL,
            2,
            libc::CLOSE_RANGE_CLOEXEC,
            libc::CLOSE_RANGE_CLOEXEC,
        )],
        vec![no_range],
        vec![no_range, always(libc::SYS_getdents64, Errno::NOSYS)],
    ]
}

#[test]
fn only_the_plan_reaches_a_child_whatever_other_threads_open() {
    open_inheritable_at(50);
    open_inheritable_at(99);
    while_others_open_descriptors(|| {
        for _ in 0..100 {
            assert_eq!(open_in_child(OtherDescriptors::Closed), []);
        }
        for refused in older_systems() {
            with_refused(&refused, || {
                for _ in 0..20 {
                    assert_eq!(open_in_child(OtherDescriptors::Closed), []);
                }
            });
        }
    });
    let inheritable = open_in_child(OtherDescriptors::Inheritable);
    assert!(
        inheritable.contains(&50) && inheritable.contains(&99),
        "{inheritable:?}"
    );
    // To name a descriptor says nothing of those below.
    assert_eq!(open_beside(OtherDescriptors::Closed, Some(70)), [70]);
    let inheritable = open_beside(OtherDescriptors::Inheritable, Some(70));
    assert!(
        [50, 70, 99].iter().all(|number| inheritable.contains(number)),
        "{inheritable:?}"
    );
}

#[test]
fn what_a_program_was_given_reaches_its_children() {
    let mut plan = vec![const { ChildDescriptor::Closed }; 64];
    plan[..3].fill(inherit(2));
    for given in [4, 5, 63] {
        plan[given] = ChildDescriptor::NullDevice;
    }
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new(&program);
    command
        .args(part::play("parts"))
        .environment([format!("{PART}=1")])
        .descriptors(plan);
    let status = command.spawn().unwrap().wait().unwrap();
    assert!(status.success(), "{status:?}");
}

#[test]
#[ignore = "no test, but what the other test's child does"]
fn parts() {
    if std::env::var_os(PART).is_none() {
        return;
    }
    remember_inherited_descriptors();
    open_inheritable_at(62);
    let given = [4, 5, 63];
    while_others_open_descriptors(|| {
        for _ in 0..20 {
            assert_eq!(open_in_child(OtherDescriptors::Inherited), given);
            assert_eq!(open_in_child(OtherDescriptors::Closed), []);
            assert_eq!(open_beside(OtherDescriptors::Inherited, Some(20)), [4, 5, 20, 63]);
            assert_eq!(open_beside(OtherDescriptors::Closed, Some(20)), [20]);
        }
        for refused in older_systems() {
            with_refused(&refused, || {
                assert_eq!(open_in_child(OtherDescriptors::Inherited), given);
            });
        }
    });
    // The number of one that it was given becomes that of a file which it opens itself; another one
    // gets the close-on-exec flag.
    let file = tempfile::tempfile().unwrap();
    // SAFETY: 63 is this test's, 5 is open.
    unsafe {
        assert_eq!(libc::dup2(file.as_raw_fd(), 63), 63);
        assert_eq!(libc::fcntl(5, libc::F_SETFD, libc::FD_CLOEXEC), 0);
    }
    assert_eq!(open_in_child(OtherDescriptors::Inherited), [4]);
}

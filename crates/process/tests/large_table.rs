//! A parent with more descriptors than a child's table is copied for. Alone in its file: it counts
//! the descriptors of the whole process.
#![cfg(target_os = "linux")]

#[path = "support/inherit.rs"]
mod inherit;
#[path = "support/open_descriptors.rs"]
mod open_descriptors;
#[path = "support/refused_calls.rs"]
mod refused_calls;

use inherit::inherit;
use open_descriptors::open_descriptors;
use refused_calls::{Refused, always, with_argument, with_refused};
use rt_process::{ChildDescriptor, Command, ExitStatus, hold_reserved_descriptors};
use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs::File;
use std::os::fd::AsRawFd;
use std::sync::{Mutex, PoisonError};

/// More than the numbers that a child gets of a large table.
const OPEN: usize = 1500;

/// The descriptors that a shell finds open; it opens none itself.
fn open_in_child(plan: impl Into<Vec<ChildDescriptor>>) -> String {
    let mut command = Command::new("/bin/sh");
    let script = "for n in 0 1 2 3 4 5 1100 1400; do [ -e /proc/self/fd/$n ] && echo -n \"$n \"; done; true";
    command.arguments(["sh", "-c", script]).descriptors(plan);
    let mut child = command.spawn().unwrap();
    let text = child
        .take_stdout()
        .map_or_else(String::new, |output| std::io::read_to_string(output).unwrap());
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    text
}

fn everything_works(files: &[File]) {
    let null = || ChildDescriptor::NullDevice;
    let high = files.last().unwrap().as_raw_fd();
    // The first spawn finds the table large, the next ones know.
    for _ in 0..3 {
        assert_eq!(open_in_child([null(), ChildDescriptor::Pipe, null()]), "0 1 2 ");
        let plan = [null(), ChildDescriptor::Pipe, null(), inherit(high)];
        assert_eq!(open_in_child(plan), "0 1 2 3 ");
        open_in_child([null(), null(), null()]);

        let mut missing = Command::new("/no/such/program");
        let failure = missing.descriptors([null(), null(), null()]).spawn().unwrap_err();
        assert_eq!(failure.raw_os_error(), libc::ENOENT);

        // The program is named by a descriptor that is not among the first.
        let program = File::open("/bin/true").unwrap();
        assert!(program.as_raw_fd() > 1024);
        let mut named = Command::new(format!("/proc/self/fd/{}", program.as_raw_fd()));
        let spawned = named.descriptors([null(), null(), null()]).spawn().unwrap();
        assert_eq!(spawned.wait().unwrap(), ExitStatus::Code(0));
    }
}

/// Opens more descriptors than a child's table is copied for, and checks that spawns leave all of
/// this process's descriptors what they are.
fn with_large_table(check: impl FnOnce(&[File])) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let limit = Rlimit {
        current: Some(4096),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
    hold_reserved_descriptors(Vec::new());
    let files: Vec<File> = (0..OPEN).map(|_| File::open("/dev/null").unwrap()).collect();
    // The first spawn finds the table large, and the next opens what stays open.
    for _ in 0..2 {
        open_in_child([const { ChildDescriptor::NullDevice }; 3]);
    }
    let before = open_descriptors();
    check(&files);
    assert_eq!(open_descriptors(), before);
}

#[test]
fn a_large_table_changes_nothing_for_child_and_parent() {
    with_large_table(everything_works);
}

#[test]
fn a_low_number_that_is_free_changes_nothing() {
    with_large_table(|files| {
        let low = files
            .iter()
            .map(AsRawFd::as_raw_fd)
            .find(|&number| number < 900)
            .unwrap();
        // SAFETY: the number is put back below, before its owner uses it.
        let kept = unsafe { libc::fcntl(low, libc::F_DUPFD_CLOEXEC, 2000) };
        for _ in 0..3 {
            // SAFETY: as above.
            unsafe { libc::close(low) };
            let plan = [
                ChildDescriptor::NullDevice,
                ChildDescriptor::Pipe,
                ChildDescriptor::NullDevice,
            ];
            assert_eq!(open_in_child(plan), "0 1 2 ");
        }
        // SAFETY: as above.
        unsafe {
            assert_eq!(libc::dup3(kept, low, libc::O_CLOEXEC), low);
            libc::close(kept);
        }
    });
}

#[test]
fn numbers_that_a_program_has_taken_are_left_alone() {
    with_large_table(|files| {
        // A program that closes what is not its own, and gets the numbers for its files.
        let held: Vec<_> = open_descriptors()
            .into_iter()
            .filter(|(number, what)| *number > 2 && what.starts_with("socket:"))
            .collect();
        assert!(held.len() >= 5);
        let file = tempfile::tempfile().unwrap();
        let kept: Vec<_> = held
            .iter()
            .map(|(number, _)| {
                // SAFETY: a descriptor that stands for the held one and is put back into its place
                // below.
                unsafe {
                    let kept = libc::fcntl(*number, libc::F_DUPFD_CLOEXEC, 2000);
                    assert!(kept >= 0 && libc::dup2(file.as_raw_fd(), *number) == *number);
                    kept
                }
            })
            .collect();
        let before = open_descriptors();
        everything_works(files);
        assert_eq!(open_descriptors(), before);
        for ((number, _), kept) in held.iter().zip(kept) {
            // SAFETY: as above.
            unsafe {
                assert_eq!(libc::dup3(kept, *number, libc::O_CLOEXEC), *number);
                libc::close(kept);
            }
        }
    });
}

#[test]
fn a_large_table_is_copied_where_a_child_cannot_take_its_part() {
    let unshare = libc::CLOSE_RANGE_UNSHARE;
    let refused = with_argument(libc::SYS_close_range, Errno::NOSYS, 2, unshare, unshare);
    with_large_table(|files| {
        with_refused(&[refused], || everything_works(files));
    });
}

#[test]
fn a_sandbox_that_pretends_cannot_make_a_child_change_its_parent_s_descriptors() {
    let unshare = libc::CLOSE_RANGE_UNSHARE;
    let pretended = Refused {
        errno: None,
        ..with_argument(libc::SYS_close_range, Errno::NOSYS, 2, unshare, unshare)
    };
    with_large_table(|files| {
        with_refused(&[pretended], || everything_works(files));
    });
}

#[test]
fn a_large_table_is_copied_without_clone3() {
    with_large_table(|files| {
        with_refused(&[always(libc::SYS_clone3, Errno::NOSYS)], || {
            everything_works(files);
        });
    });
}

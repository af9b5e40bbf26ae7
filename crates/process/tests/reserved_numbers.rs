//! A program that reserves low descriptor numbers before it can have them held. Alone in its file:
//! they are held once in a process.
#![cfg(target_os = "linux")]

use rt_process::{ChildDescriptor, Command, ExitStatus, hold_reserved_descriptors};
use rustix::fs::{FileType, fstat};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs::File;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};

/// More than the numbers that a child gets of a large table.
const OPEN: usize = 1500;

fn null_device() -> File {
    File::open("/dev/null").unwrap()
}

fn is_socket(number: RawFd) -> bool {
    // SAFETY: the kernel is only asked what it is, and says so if it is not open.
    let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
    fstat(descriptor).is_ok_and(|file| FileType::from_raw_mode(file.st_mode) == FileType::Socket)
}

fn is_open(number: RawFd) -> bool {
    std::fs::exists(format!("/proc/self/fd/{number}")).unwrap()
}

fn run_with_pipes() -> String {
    let mut command = Command::new("/bin/cat");
    command.descriptors([
        ChildDescriptor::NullDevice,
        ChildDescriptor::Pipe,
        ChildDescriptor::Pipe,
    ]);
    command.arguments(["cat", "/proc/self/comm"]);
    let mut child = command.spawn().unwrap();
    let text = std::io::read_to_string(child.take_stdout().unwrap()).unwrap();
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(0));
    text
}

#[test]
fn numbers_that_the_program_has_reserved_are_held() {
    let limit = Rlimit {
        current: Some(4096),
        ..getrlimit(Resource::Nofile)
    };
    setrlimit(Resource::Nofile, limit).unwrap();
    let reserved: Vec<OwnedFd> = (0..4).map(|_| null_device().into()).collect();
    let numbers: Vec<RawFd> = reserved.iter().map(AsRawFd::as_raw_fd).collect();
    let files: Vec<File> = (0..OPEN).map(|_| null_device()).collect();
    assert!(numbers.iter().all(|&number| number < 1024));
    assert!(files.last().unwrap().as_raw_fd() > 1024);

    hold_reserved_descriptors(reserved);
    assert!(numbers.iter().all(|&number| is_socket(number)));
    // The first spawn finds the table large, the next ones know.
    for _ in 0..3 {
        assert_eq!(run_with_pipes(), "cat\n");
        assert!(numbers.iter().all(|&number| is_socket(number)));
    }

    // Those of a further call are of no use.
    let further: Vec<OwnedFd> = vec![null_device().into()];
    let number = further.first().unwrap().as_raw_fd();
    hold_reserved_descriptors(further);
    assert!(!is_open(number));
}

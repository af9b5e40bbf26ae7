//! More children than descriptors. Alone in its file: it lowers the limit of the whole process.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/limit.rs"]
mod limit;
#[path = "support/open_descriptors.rs"]
mod open_descriptors;

use errno::HasErrno;
use limit::limit_to_64;
use open_descriptors::open_descriptors;
use rt_process::{ChildDescriptor, Command, ExitStatus, reaper};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};
use std::sync::mpsc::channel;
use std::time::Duration;

#[test]
fn more_children_than_descriptors() {
    limit_to_64();
    let mut command = Command::new("sleep");
    command
        .arg("600")
        .descriptors([const { ChildDescriptor::NullDevice }; 3]);
    let mut children: Vec<_> = (0..150).map(|_| command.spawn().unwrap()).collect();
    // Half of the descriptors are left to the program.
    assert!(open_descriptors().len() < 40);
    assert!(children[0].pidfd().is_some());
    let last = children.pop().unwrap();
    assert!(last.pidfd().is_none());
    assert_eq!(last.try_wait().unwrap(), None);
    assert_eq!(last.wait_timeout(Duration::from_millis(5)).unwrap(), None);
    last.send_signal(0).unwrap();
    let ended = last.exit_descriptor().unwrap();
    let is_readable =
        |timeout: &Timespec| poll(&mut [PollFd::new(&ended, PollFlags::IN)], Some(timeout)).unwrap();
    assert_eq!(is_readable(&Timespec::default()), 0);
    last.kill().unwrap();
    let a_minute = Timespec {
        tv_sec: 60,
        tv_nsec: 0,
    };
    assert_eq!(is_readable(&a_minute), 1);
    assert_eq!(last.wait().unwrap(), ExitStatus::Signal(9));
    assert_eq!(last.send_signal(0).unwrap_err().errno(), Errno::SRCH);
    // Adopted ones are reaped too.
    let (sender, reaped) = channel();
    for child in children {
        child.kill().unwrap();
        let sender = sender.clone();
        reaper::adopt(child, move |status| sender.send(status.unwrap()).unwrap()).unwrap();
    }
    drop(sender);
    assert_eq!(
        reaped
            .iter()
            .filter(|&status| status == ExitStatus::Signal(9))
            .count(),
        149
    );
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}

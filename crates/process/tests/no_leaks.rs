//! What a spawn leaves behind. Alone in its file: it counts what the whole process has open.
#![cfg(target_os = "linux")]

#[path = "support/open_descriptors.rs"]
mod open_descriptors;

use open_descriptors::open_descriptors;
use rt_process::{ChildDescriptor, Command, ExitStatus};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};

#[test]
fn neither_failed_nor_finished_spawns_leave_a_zombie_or_a_descriptor() {
    let mut missing = Command::new("/no/such/program");
    missing.descriptors([const { ChildDescriptor::Pipe }; 5]);
    let mut present = Command::new("true");
    present.descriptors([const { ChildDescriptor::Pipe }; 5]);
    let before = open_descriptors();
    for _ in 0..100 {
        drop(missing.spawn().unwrap_err());
        assert_eq!(present.spawn().unwrap().wait().unwrap(), ExitStatus::Code(0));
    }
    assert_eq!(open_descriptors(), before);
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}

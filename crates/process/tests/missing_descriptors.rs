//! Plans that name what is not open. Alone in its file: no other test may open a descriptor
//! meanwhile.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;
#[path = "support/inherit.rs"]
mod inherit;

use errno::HasErrno;
use inherit::inherit;
use rt_process::{ChildDescriptor, Command, SpawnStep};
use rustix::io::Errno;
use std::fs::File;
use std::os::fd::AsRawFd;

#[test]
fn a_descriptor_that_is_not_open_is_refused_although_a_pipe_might_get_its_number() {
    let free = File::open("/dev/null").unwrap().as_raw_fd();
    for plan in [
        vec![
            ChildDescriptor::Pipe,
            ChildDescriptor::Pipe,
            ChildDescriptor::NullDevice,
            inherit(free),
        ],
        // The first source is in the way of the second: it moves to a free number.
        vec![inherit(1), inherit(0), ChildDescriptor::NullDevice, inherit(free)],
    ] {
        let mut command = Command::new("true");
        let error = command.descriptors(plan).spawn().unwrap_err();
        assert_eq!((error.errno(), error.step), (Errno::BADF, SpawnStep::Descriptors));
    }
}

#[test]
fn a_negative_number_is_no_descriptor() {
    for number in [-1, -2, i32::MIN] {
        let mut command = Command::new("true");
        let plan = vec![inherit(number)];
        let error = command.descriptors(plan).spawn().unwrap_err();
        assert_eq!(
            (error.errno(), error.step),
            (Errno::INVAL, SpawnStep::Descriptors)
        );
    }
}

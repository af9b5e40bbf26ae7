//! Spawning without a free descriptor. Alone in its file: it lowers the limit of the whole process.
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
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait};
use std::fs::File;

#[test]
fn a_spawn_that_runs_out_of_descriptors_leaves_none_behind_and_no_child() {
    limit_to_64();
    // Every number of free descriptors that is not enough for the pipes.
    let mut held: Vec<File> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    let mut command = Command::new("true");
    command.descriptors([const { ChildDescriptor::Pipe }; 4]);
    for _free in 0..8 {
        let failed = command.spawn().unwrap_err();
        assert_eq!((failed.errno(), failed.step), (Errno::MFILE, SpawnStep::Pipes));
        drop(failed);
        assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
        held.pop();
    }
    let before = open_descriptors();
    // There is none left for a pidfd.
    let spawned = command.spawn().unwrap();
    assert!(spawned.pidfd().is_none());
    assert_eq!(spawned.wait().unwrap(), ExitStatus::Code(0));
    drop(spawned);
    assert_eq!(open_descriptors(), before);

    // A plan that is longer than the limit allows descriptors.
    let mut plan = vec![const { ChildDescriptor::Closed }; 70];
    plan[69] = ChildDescriptor::NullDevice;
    let failed = command.descriptors(plan).spawn().unwrap_err();
    assert_eq!(
        (failed.errno(), failed.step),
        (Errno::BADF, SpawnStep::Descriptors)
    );
    assert_eq!(open_descriptors(), before);
    assert_eq!(wait(WaitOptions::NOHANG).unwrap_err(), Errno::CHILD);
}

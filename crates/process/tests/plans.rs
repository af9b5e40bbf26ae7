//! Descriptor plans of any shape: whatever the numbers here and there, each descriptor of the child
//! is what the plan says. Alone in its file: it takes descriptor numbers for itself.
#![cfg(target_os = "linux")]

#[path = "support/inherit.rs"]
mod inherit;

use inherit::inherit;
use proptest::prelude::*;
use rt_process::{ChildDescriptor, Command, OtherDescriptors};
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// The numbers that the test's own files get: those of the child's descriptors, so that sources and
/// targets are in each other's way.
const FIRST: RawFd = 20;
const FILES: usize = 12;

/// What one descriptor of the child is to be.
#[derive(Clone, Copy, Debug)]
enum Planned {
    Null,
    Closed,
    Pipe,
    /// The file of this number.
    File(usize),
}

fn planned() -> impl Strategy<Value = Planned> {
    prop_oneof![
        1 => Just(Planned::Null),
        1 => Just(Planned::Closed),
        1 => Just(Planned::Pipe),
        5 => (0..FILES).prop_map(Planned::File),
    ]
}

/// Named files with the numbers from [`FIRST`] upwards.
struct Files {
    folder: tempfile::TempDir,
    open: Vec<OwnedFd>,
}

impl Files {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let open = (FIRST..).take(FILES).map(|number| {
            let file = File::create(folder.path().join(number.to_string())).unwrap();
            let duplicate = rustix::io::fcntl_dupfd_cloexec(&file, number).unwrap();
            assert_eq!(duplicate.as_raw_fd(), number, "the number is free");
            duplicate
        });
        Self {
            open: open.collect(),
            folder,
        }
    }

    fn path(&self, file: usize) -> String {
        let name = self.open[file].as_raw_fd().to_string();
        self.folder.path().join(name).display().to_string()
    }
}

/// What the child's descriptors stand for, by `ls -l`; pipes as `socket`.
fn seen_by_child(plan: Vec<ChildDescriptor>) -> Vec<(RawFd, String)> {
    let mut command = Command::new("ls");
    command.args(["-l", "/proc/self/fd"]).descriptors(plan);
    let mut child = command
        .other_descriptors(OtherDescriptors::Closed)
        .spawn()
        .unwrap();
    let mut text = String::new();
    child.take_stdout().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    let mut seen: Vec<(RawFd, String)> = text
        .lines()
        .filter_map(|line| {
            let (before, target) = line.split_once(" -> ")?;
            let number = before.rsplit(' ').next()?.parse().ok()?;
            let target = target.split(':').next()?.to_owned();
            // The directory that is being listed.
            (!target.starts_with("/proc/")).then_some((number, target))
        })
        .collect();
    seen.sort();
    seen
}

#[test]
fn each_descriptor_of_the_child_is_what_the_plan_says() {
    let files = Files::new();
    // Standard output is how the child answers. What lies between the standard ones and the files'
    // numbers is as random as the rest.
    let plans = (planned(), planned(), prop::collection::vec(planned(), 0..35));
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |((input, errors, more) in plans)| {
        let all: Vec<Planned> = [input, Planned::Pipe, errors].into_iter().chain(more).collect();
        let plan = all.iter().map(|planned| match *planned {
            Planned::Null => ChildDescriptor::NullDevice,
            Planned::Closed => ChildDescriptor::Closed,
            Planned::Pipe => ChildDescriptor::Pipe,
            Planned::File(file) => inherit(files.open[file].as_raw_fd()),
        });
        let expected: Vec<(RawFd, String)> = (0..).zip(&all).filter_map(|(number, planned)| {
            let what = match *planned {
                Planned::Null => "/dev/null".to_owned(),
                Planned::Closed if number < 3 => "/dev/null".to_owned(),
                Planned::Closed => return None,
                Planned::Pipe => "socket".to_owned(),
                Planned::File(file) => files.path(file),
            };
            Some((number, what))
        }).collect();
        prop_assert_eq!(seen_by_child(plan.collect()), expected);
    });
}

//! Removing control groups that are empty, also those that others have left behind.

use super::PREFIX;
use crate::own_thread::OncePerProcess;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Groups of this process that nobody holds any more and that were not empty then. One made by
/// `fork(2)` has a list of its own: a thread that was not copied may hold the lock of this one.
static LEFT: OncePerProcess<Mutex<Vec<PathBuf>>> = OncePerProcess::new();

/// Whether no process is in a group or in one below it.
pub(super) fn is_empty(group: &Path) -> bool {
    let events = fs::read_to_string(group.join("cgroup.events"));
    events.is_ok_and(|events| events.lines().any(|line| line == "populated 0"))
}

/// Removes a group and those below it, if no process is in them. Whether it is gone.
pub(super) fn remove_if_empty(group: &Path) -> bool {
    if is_empty(group) {
        remove(group);
    }
    matches!(fs::exists(group), Ok(false))
}

/// The kernel refuses to remove what is not empty.
fn remove(group: &Path) {
    let Ok(entries) = fs::read_dir(group) else {
        return;
    };
    // Read to the end first: descriptors are not kept open on the way down.
    let below: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    for group in below {
        remove(&group);
    }
    let _ = fs::remove_dir(group);
}

/// Remembers a group that is not empty yet.
pub(super) fn leave(group: PathBuf) {
    with_left(|left| left.push(group));
}

/// Removes what is empty of the groups in this directory that were left behind: by this process, or
/// by one that has ended.
///
/// The number of a process may be that of another PID namespace, so a group of one that runs may
/// be removed, in the moment between its being made and being entered: its process is then started
/// outside, as where there are no groups.
pub(super) fn sweep(directory: &Path) {
    with_left(|left| left.retain(|group| !remove_if_empty(group)));
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let is_left = entry.file_name().to_str().and_then(maker).is_some_and(has_ended);
        if is_left {
            remove_if_empty(&entry.path());
        }
    }
}

fn with_left(work: impl FnOnce(&mut Vec<PathBuf>)) {
    // There is no error in practice.
    if let Ok(left) = LEFT.get(|| Ok(Mutex::default())) {
        work(&mut left.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// The process that made a group of this name.
fn maker(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.split_once('-')?.0.parse().ok()
}

/// Without `/proc` nobody knows.
fn has_ended(pid: u32) -> bool {
    matches!(fs::exists(format!("/proc/{pid}")), Ok(false)) && matches!(fs::exists("/proc/self"), Ok(true))
}

#[cfg(test)]
mod tests {
    use super::{leave, maker, with_left};
    use std::path::Path;
    use std::thread;
    use std::time::Duration;

    #[test]
    fn a_group_is_remembered_also_while_another_thread_looks_at_those_that_are() {
        // It exists, so that another test's sweep does not forget it.
        let group = Path::new("/proc");
        let mut other = None;
        with_left(|_| {
            other = Some(thread::spawn(move || leave(group.to_owned())));
            thread::sleep(Duration::from_millis(50));
        });
        other.unwrap().join().unwrap();
        with_left(|left| assert!(left.iter().any(|known| known == group)));
    }

    #[test]
    fn names_of_others_are_left_alone() {
        assert_eq!(maker("rt-contained-17-0f"), Some(17));
        for name in [
            "",
            "rt-contained-",
            "rt-contained-17",
            "rt-contained-x-1",
            "a-rt-contained-1-2",
        ] {
            assert_eq!(maker(name), None);
        }
    }
}

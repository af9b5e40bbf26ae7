//! A control group for what one child contains (`cgroups(7)`, version 2): what is started in it
//! stays in it, whatever becomes of its parents.
//!
//! It is named by its path, which has a random number, rather than held by a descriptor. A process
//! is known to be in it by `/proc/PID/cgroup`, which has the same number.

mod own;
mod removal;

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// What the names of such groups begin with; the number of the process that made it follows.
const PREFIX: &str = "rt-contained-";

/// How long to wait for processes that were killed: they end in their own time.
const LONGEST_END: Duration = Duration::from_millis(50);

/// Dropping it removes the group, if it is empty.
#[derive(Debug)]
pub(crate) struct ControlGroup {
    path: PathBuf,
}

impl ControlGroup {
    /// Makes a group below this process's own, with a name of which this is the last part, and
    /// removes what others have left behind there. `None` where this process may not make any.
    pub fn make(unique: &str) -> Option<Self> {
        let directory = own::directory()?;
        removal::sweep(&directory);
        let path = directory.join(format!("{PREFIX}{}-{unique}", std::process::id()));
        DirBuilder::new().mode(0o755).create(&path).ok()?;
        Some(Self { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its last name, which no other group has.
    pub fn name(&self) -> &[u8] {
        self.path.file_name().unwrap_or_default().as_bytes()
    }

    /// A descriptor by which a process can be started in it.
    ///
    /// # Errors
    /// Those of `open(2)`.
    pub fn open(&self) -> Result<OwnedFd, Errno> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let group = open(&self.path, flags, Mode::empty())?;
        // Where standard descriptors are closed, it must not stand for one.
        fcntl_dupfd_cloexec(group, 3)
    }

    /// Whether a process is in it or below it, by what `/proc/PID/cgroup` says.
    pub fn has(&self, groups: &[u8]) -> bool {
        let name = self.name();
        let parts = groups.split(|byte| matches!(byte, b'/' | b'\n'));
        !name.is_empty() && parts.into_iter().any(|part| part == name)
    }

    /// Kills all in it and below it at once (`cgroup.kill`, Linux 5.14). Whether that was done.
    pub fn kill(&self) -> bool {
        let file = OpenOptions::new().write(true).open(self.path.join("cgroup.kill"));
        file.is_ok_and(|mut file| file.write_all(b"1").is_ok())
    }

    /// Removes it once what was killed has ended.
    pub fn remove_soon(&self) {
        let begun = Instant::now();
        let mut pause = Duration::from_micros(50);
        while !removal::remove_if_empty(&self.path) && begun.elapsed() < LONGEST_END {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(2));
        }
    }

    /// Removes it, and groups that were made below it, if no process is in them.
    pub fn remove_if_empty(&self) {
        removal::remove_if_empty(&self.path);
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        if !removal::remove_if_empty(&self.path) {
            removal::leave(std::mem::take(&mut self.path));
        }
    }
}

//! Which processes have the terminal.

use super::Terminal;
use rustix::termios::tcgetpgrp;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

impl Terminal {
    /// The process group that reads from the terminal and gets its signals: that of the shell, or
    /// of the program that the shell runs in the foreground (`tcgetpgrp(3)`). `None` when there is
    /// none, as after the end of the child.
    #[must_use]
    pub fn foreground_process_group(&self) -> Option<i32> {
        tcgetpgrp(self).ok().map(|group| group.as_raw_nonzero().get())
    }

    /// The name by which the leader of the foreground process group was started (`argv[0]`). `None`
    /// when there is no such group, or its leader is gone or has no name, as in the moment in which
    /// it executes a program; and always on macOS, which has no `/proc`.
    #[must_use]
    pub fn foreground_process(&self) -> Option<OsString> {
        let group = self.foreground_process_group()?;
        let arguments = std::fs::read(format!("/proc/{group}/cmdline")).ok()?;
        let name = arguments.split(|&byte| byte == 0).next().unwrap_or_default();
        (!name.is_empty()).then(|| OsStr::from_bytes(name).to_owned())
    }
}

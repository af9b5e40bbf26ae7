//! How a process ended.

/// How a process ended: by itself, or by a signal (`waitid(2)`, `CLD_EXITED`, `CLD_KILLED` and `CLD_DUMPED`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// It exited with this code (0 to 255).
    Code(i32),
    /// This signal number ended it.
    Signal(i32),
}

impl ExitStatus {
    /// `true` when the process exited with code 0.
    #[must_use]
    pub const fn success(self) -> bool {
        matches!(self, Self::Code(0))
    }
}

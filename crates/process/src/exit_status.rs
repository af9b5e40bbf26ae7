//! How a process ended.

use std::fmt;

/// How a process ended: by itself, or by a signal (`waitid(2)`, `CLD_EXITED`, `CLD_KILLED` and
/// `CLD_DUMPED`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExitStatus {
    /// It exited with this code: 0 to 255 on Unix, any on Windows.
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

    /// The exit code, when the process exited by itself.
    #[must_use]
    pub const fn code(self) -> Option<i32> {
        match self {
            Self::Code(code) => Some(code),
            Self::Signal(_) => None,
        }
    }

    /// The number of the signal, when one ended the process.
    #[must_use]
    pub const fn signal(self) -> Option<i32> {
        match self {
            Self::Code(_) => None,
            Self::Signal(number) => Some(number),
        }
    }
}

impl fmt::Display for ExitStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(formatter, "exit code {code}"),
            Self::Signal(number) => write!(formatter, "signal {number}"),
        }
    }
}

//! Why a process could not be started.

#[path = "../error/spawn_error.rs"]
mod spawn_error;

use super::pipe::Pipe as ParentEnd;
pub use spawn_error::SpawnError;
use std::fmt;

/// The step of a spawn that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpawnStep {
    /// Making strings for the system: one holds a NUL character (`ERROR_INVALID_PARAMETER`).
    Strings,
    /// Making the pipes that the descriptor plan asks for.
    Pipes,
    /// Opening the null device and duplicating handles for the child, or a plan of more than 255
    /// descriptors (`ERROR_NOT_SUPPORTED`).
    Descriptors,
    /// Finding the working directory.
    WorkingDirectory,
    /// Finding the program (`ERROR_FILE_NOT_FOUND`) and starting it. A batch file (`.bat`, `.cmd`)
    /// is refused with `ERROR_INVALID_PARAMETER`: `cmd.exe` runs it, and reads arguments by rules
    /// by which they cannot be quoted safely.
    Execute,
    /// Making the process: the list of its handles, or its place in the job of this process.
    Create,
    /// Waiting for the end of the process, which was started, where the call does that too.
    Watch,
}

impl SpawnStep {
    /// A number from 1 that stands for the step where a number is needed: the same as on Linux,
    /// where the step is one there.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Pipes => 1,
            Self::Create => 2,
            Self::Descriptors => 3,
            Self::WorkingDirectory => 4,
            Self::Execute => 6,
            Self::Strings => 7,
            Self::Watch => 16,
        }
    }

    /// What was being done, in words.
    fn describe(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Strings => "a string holds a NUL character",
            Self::Pipes => "making a pipe",
            Self::Descriptors => "opening the child's descriptors",
            Self::WorkingDirectory => "changing to the working directory",
            Self::Execute => "executing the program",
            Self::Create => "creating the process",
            Self::Watch => "watching the process",
        })
    }
}

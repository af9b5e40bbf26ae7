//! Why a process could not be started.

use super::pipe::Pipe;
use std::{fmt, io};

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
        }
    }
}

/// Why a process could not be started. By `?` it becomes the [`std::io::Error`] that the system's
/// code stands for, which does not know the step.
#[non_exhaustive]
pub struct SpawnError {
    /// What was being done.
    pub step: SpawnStep,
    /// This process's ends of the pipes that were made, by the child's descriptor. Their other ends
    /// are closed: reading gives the end of the stream.
    pub pipes: Vec<Option<Pipe>>,
    error: io::Error,
}

impl SpawnError {
    /// The system's code (`GetLastError`).
    #[must_use]
    pub fn raw_os_error(&self) -> i32 {
        self.error.raw_os_error().unwrap_or_default()
    }

    /// What kind of error that is.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.error.kind()
    }

    pub(super) fn at(step: SpawnStep, error: io::Error) -> Self {
        Self {
            step,
            pipes: Vec::new(),
            error,
        }
    }
}

impl fmt::Debug for SpawnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SpawnError")
            .field("step", &self.step)
            .field("error", &self.error)
            .field("pipes", &self.pipes.iter().flatten().count())
            .finish_non_exhaustive()
    }
}

impl fmt::Display for SpawnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.step {
            SpawnStep::Strings => "a string holds a NUL character",
            SpawnStep::Pipes => "making a pipe",
            SpawnStep::Descriptors => "opening the child's descriptors",
            SpawnStep::WorkingDirectory => "changing to the working directory",
            SpawnStep::Execute => "executing the program",
            SpawnStep::Create => "creating the process",
        };
        write!(formatter, "{doing}: {}", self.error)
    }
}

impl std::error::Error for SpawnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<SpawnError> for io::Error {
    fn from(error: SpawnError) -> Self {
        error.error
    }
}

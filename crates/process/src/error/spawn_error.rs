//! The error of a spawn.

use super::{ParentEnd, SpawnStep};
use std::{fmt, io};

/// Why a process could not be started, and what is left of the attempt. By `?` it becomes the
/// [`std::io::Error`] that the system's number stands for, which does not know the step.
///
/// As text it is the step and what the system said, which is no source then.
///
/// ```
/// use rt_process::{Command, SpawnStep};
///
/// let error = Command::new("true").current_dir("/no/such/directory").spawn().unwrap_err();
/// assert_eq!(error.step, SpawnStep::WorkingDirectory);
/// assert!(error.to_string().starts_with("changing to the working directory: No such file"));
/// assert_eq!(std::io::Error::from(error).raw_os_error(), Some(2)); // ENOENT
/// ```
#[non_exhaustive]
pub struct SpawnError {
    /// What was being done.
    pub step: SpawnStep,
    /// The parent's ends of the pipes that were made, by the child's descriptor. Their other ends
    /// are closed: reading gives the end of the stream.
    pub pipes: Vec<Option<ParentEnd>>,
    error: io::Error,
}

impl SpawnError {
    #[cfg_attr(
        unix,
        doc = "What the kernel said, as the number that the C library calls `errno`."
    )]
    #[cfg_attr(windows, doc = "The system's code (`GetLastError`).")]
    #[must_use]
    pub fn raw_os_error(&self) -> i32 {
        self.error.raw_os_error().unwrap_or_default()
    }

    /// What kind of error that is.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.error.kind()
    }

    pub(crate) fn at(step: SpawnStep, error: impl Into<io::Error>) -> Self {
        Self {
            error: error.into(),
            step,
            pipes: Vec::new(),
        }
    }
}

/// Of the pipes, how many there are: a plan may have thousands.
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
        self.step.describe(formatter)?;
        write!(formatter, ": {}", self.error)
    }
}

/// What the text says already is no source.
impl std::error::Error for SpawnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

impl From<SpawnError> for io::Error {
    fn from(error: SpawnError) -> Self {
        error.error
    }
}

//! Why a process could not be started.

use crate::resource_limit::Resource;
use rustix::io::Errno;
use std::os::fd::OwnedFd;
use std::{fmt, io};

/// The step of a spawn that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpawnStep {
    /// Making the pipes that the descriptor plan asks for.
    Pipes,
    /// Creating the process (`clone3(2)`).
    Clone,
    /// Putting the planned descriptors in place (`dup3(2)`, `open(2)` of the null device).
    Descriptors,
    /// Changing to the working directory (`chdir(2)`).
    WorkingDirectory,
    /// Taking the group or user identity (`setgid(2)`, `setuid(2)`).
    Identity,
    /// Executing the program (`execve(2)`), with every candidate of the search path tried.
    Execute,
    /// Making strings for the kernel: one holds a NUL byte (`EINVAL`).
    Strings,
    /// Taking a session or process group (`setpgid(2)`).
    Session,
    /// Asking for the signal of the parent's death (`prctl(2)`): `EINVAL` when its number is none.
    ParentDeathSignal,
    /// Taking a nice value (`setpriority(2)`).
    Priority,
    /// Taking processors (`sched_setaffinity(2)`).
    CpuAffinity,
    /// Taking supplementary groups (`setgroups(2)`).
    Groups,
    /// Doing without new privileges (`PR_SET_NO_NEW_PRIVS`).
    NoNewPrivileges,
    /// Starting the process that signals what the child contains when this one ends (`clone(2)`).
    Guardian,
    /// Opening a terminal (`pty(7)`), or making it that of the child's session (`TIOCSCTTY`).
    Terminal,
    /// Limiting a resource (`setrlimit(2)`).
    Limit(Resource),
}

impl SpawnStep {
    /// A number from 1 that stands for the step where a number is needed.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::Pipes => 1,
            Self::Clone => 2,
            Self::Descriptors => 3,
            Self::WorkingDirectory => 4,
            Self::Identity => 5,
            Self::Execute => 6,
            Self::Strings => 7,
            Self::Session => 8,
            Self::ParentDeathSignal => 9,
            Self::Priority => 10,
            Self::CpuAffinity => 11,
            Self::Groups => 12,
            Self::NoNewPrivileges => 13,
            Self::Guardian => 14,
            Self::Terminal => 15,
            Self::Limit(resource) => FIRST_LIMIT + resource.position(),
        }
    }

    /// The step of the child's side that has this number.
    pub(crate) fn from_number(number: u32) -> Self {
        const OTHERS: [SpawnStep; 12] = [
            SpawnStep::Clone,
            SpawnStep::Descriptors,
            SpawnStep::WorkingDirectory,
            SpawnStep::Identity,
            SpawnStep::Execute,
            SpawnStep::Session,
            SpawnStep::ParentDeathSignal,
            SpawnStep::Priority,
            SpawnStep::CpuAffinity,
            SpawnStep::Groups,
            SpawnStep::NoNewPrivileges,
            SpawnStep::Terminal,
        ];
        let limits = Resource::ALL.into_iter().map(Self::Limit);
        let mut steps = OTHERS.into_iter().chain(limits);
        steps.find(|step| step.number() == number).unwrap_or(Self::Clone)
    }
}

/// The number of the step of the first resource.
const FIRST_LIMIT: u32 = 20;

/// Why a process could not be started, and what is left of the attempt. By `?` it becomes the
/// [`std::io::Error`] that the kernel's number stands for, which does not know the step.
///
/// ```
/// use rt_process::{Command, SpawnStep};
///
/// let error = Command::new("true").current_dir("/no/such/directory").spawn().unwrap_err();
/// assert_eq!(error.step, SpawnStep::WorkingDirectory);
/// assert_eq!(std::io::Error::from(error).raw_os_error(), Some(2)); // ENOENT
/// ```
#[non_exhaustive]
pub struct SpawnError {
    /// What was being done.
    pub step: SpawnStep,
    /// The parent's ends of the pipes that were made, by the child's descriptor. Their other ends
    /// are closed: reading gives the end of the stream.
    pub pipes: Vec<Option<OwnedFd>>,
    error: io::Error,
}

impl SpawnError {
    /// What the kernel said, as the number that the C library calls `errno`.
    #[must_use]
    pub fn raw_os_error(&self) -> i32 {
        self.error.raw_os_error().unwrap_or_default()
    }

    /// What kind of error that is.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.error.kind()
    }

    pub(crate) fn at(step: SpawnStep, errno: Errno) -> Self {
        Self {
            error: errno.into(),
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
        let doing = match self.step {
            SpawnStep::Pipes => "making a pipe",
            SpawnStep::Clone => "creating the process",
            SpawnStep::Descriptors => "placing the child's descriptors",
            SpawnStep::WorkingDirectory => "changing to the working directory",
            SpawnStep::Identity => "changing the user or group",
            SpawnStep::Execute => "executing the program",
            SpawnStep::Strings => "a string holds a NUL byte",
            SpawnStep::Session => "taking a process group",
            SpawnStep::Guardian => "starting the guardian",
            SpawnStep::ParentDeathSignal => "asking for the signal of the parent's death",
            SpawnStep::Priority => "changing the priority",
            SpawnStep::CpuAffinity => "choosing processors",
            SpawnStep::Groups => "changing the supplementary groups",
            SpawnStep::NoNewPrivileges => "doing without new privileges",
            SpawnStep::Terminal => "opening a terminal",
            SpawnStep::Limit(resource) => return write!(formatter, "limiting {resource}: {}", self.error),
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

#[cfg(test)]
mod tests {
    use super::SpawnStep;
    use crate::resource_limit::Resource;

    #[test]
    fn a_step_of_the_child_is_found_by_its_number() {
        for number in 2..30 {
            let step = SpawnStep::from_number(number);
            // The others are steps of the parent, or none.
            let is_other = matches!(number, 7 | 14 | 16..20 | 27..);
            assert_eq!(step == SpawnStep::Clone && number != 2, is_other, "{number}");
            assert!(is_other || step.number() == number);
        }
        for (position, resource) in Resource::ALL.into_iter().enumerate() {
            assert_eq!(u32::try_from(position), Ok(resource.position()));
        }
    }
}

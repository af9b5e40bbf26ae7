//! Why a process could not be started.

mod spawn_error;

use crate::resource_limit::Resource;
pub use spawn_error::SpawnError;
use std::fmt;
use std::os::fd::OwnedFd as ParentEnd;

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
    /// Asking for the signal of the parent's death (`prctl(2)`): `EINVAL` when its number is no
    /// signal.
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
    /// Watching the process, which was started: registering it and its pipes with the event loop of
    /// tokio (`epoll_ctl(2)`), or waiting for its end where the call does that too (`ECHILD`).
    Watch,
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
            Self::Watch => 16,
            Self::Limit(resource) => FIRST_LIMIT + resource.position(),
        }
    }

    /// What was being done, in words.
    fn describe(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Pipes => "making a pipe",
            Self::Clone => "creating the process",
            Self::Descriptors => "placing the child's descriptors",
            Self::WorkingDirectory => "changing to the working directory",
            Self::Identity => "changing the user or group",
            Self::Execute => "executing the program",
            Self::Strings => "a string holds a NUL byte",
            Self::Session => "taking a process group",
            Self::Guardian => "starting the guardian",
            Self::ParentDeathSignal => "asking for the signal of the parent's death",
            Self::Priority => "changing the priority",
            Self::CpuAffinity => "choosing processors",
            Self::Groups => "changing the supplementary groups",
            Self::NoNewPrivileges => "doing without new privileges",
            Self::Terminal => "opening a terminal",
            Self::Watch => "watching the process",
            Self::Limit(resource) => return write!(formatter, "limiting {resource}"),
        })
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
        let limits = Resource::ALL.iter().copied().map(Self::Limit);
        let mut steps = OTHERS.into_iter().chain(limits);
        steps.find(|step| step.number() == number).unwrap_or(Self::Clone)
    }
}

/// The number of the step of the first resource.
const FIRST_LIMIT: u32 = 20;

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
        for (position, resource) in Resource::ALL.iter().enumerate() {
            assert_eq!(u32::try_from(position), Ok(resource.position()));
        }
    }
}

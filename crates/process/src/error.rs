//! Why a process could not be started.

use rustix::io::Errno;
use std::fmt;

/// The step of a spawn that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum SpawnStep {
    /// Making the pipes that the descriptor plan asks for.
    Pipes = 1,
    /// Creating the process (`clone3(2)`).
    Clone = 2,
    /// Putting the planned descriptors in place (`dup3(2)`, `open(2)` of the null device).
    Descriptors = 3,
    /// Changing to the working directory (`chdir(2)`).
    WorkingDirectory = 4,
    /// Taking the group or user identity (`setgid(2)`, `setuid(2)`).
    Identity = 5,
    /// Executing the program (`execve(2)`), with every candidate of the search path tried.
    Execute = 6,
}

impl SpawnStep {
    pub(crate) const fn from_number(number: u32) -> Self {
        match number {
            1 => Self::Pipes,
            3 => Self::Descriptors,
            4 => Self::WorkingDirectory,
            5 => Self::Identity,
            6 => Self::Execute,
            _ => Self::Clone,
        }
    }
}

/// Why a process could not be started: the kernel's error number and the step that met it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnError {
    /// The kernel's error number.
    pub errno: Errno,
    /// What was being done.
    pub step: SpawnStep,
}

impl SpawnError {
    pub(crate) const fn at(step: SpawnStep, errno: Errno) -> Self {
        Self { errno, step }
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
        };
        write!(formatter, "{doing}: {}", self.errno)
    }
}

impl std::error::Error for SpawnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.errno)
    }
}

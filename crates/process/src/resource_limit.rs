//! What a process may be kept from using too much of.

use std::fmt;

/// What a process may be kept from using too much of (`setrlimit(2)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Resource {
    /// Processor time in seconds (`RLIMIT_CPU`). At the soft limit the process gets `SIGXCPU`, and
    /// again each second; at the hard limit `SIGKILL`. The kernel takes 0 as 1.
    CpuTime,
    /// Bytes of address space (`RLIMIT_AS`): memory beyond it cannot be had (`ENOMEM`).
    AddressSpace,
    /// Bytes of a file that it writes (`RLIMIT_FSIZE`): a write beyond gets `SIGXFSZ`, or `EFBIG`.
    FileSize,
    /// One more than the highest number of a descriptor that it may open (`RLIMIT_NOFILE`). Those
    /// that it is started with may be above.
    OpenFiles,
    /// Processes and threads of its user, all together (`RLIMIT_NPROC`): one more cannot be made
    /// (`EAGAIN`). It does not hold for root, nor for a process with the capability
    /// `CAP_SYS_RESOURCE` or `CAP_SYS_ADMIN`.
    Processes,
    /// Bytes of a core dump (`RLIMIT_CORE`); 0: none is written.
    Core,
    /// Bytes of the main thread's stack (`RLIMIT_STACK`), of which arguments and environment may
    /// take a quarter.
    Stack,
}

impl Resource {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::CpuTime,
        Self::AddressSpace,
        Self::FileSize,
        Self::OpenFiles,
        Self::Processes,
        Self::Core,
        Self::Stack,
    ];

    /// The position in [`ALL`](Self::ALL).
    pub(crate) const fn position(self) -> u32 {
        self as u32
    }

    /// The kernel's number. (Its type differs between C libraries.)
    pub(crate) fn number(self) -> i64 {
        i64::from(match self {
            Self::CpuTime => libc::RLIMIT_CPU,
            Self::AddressSpace => libc::RLIMIT_AS,
            Self::FileSize => libc::RLIMIT_FSIZE,
            Self::OpenFiles => libc::RLIMIT_NOFILE,
            Self::Processes => libc::RLIMIT_NPROC,
            Self::Core => libc::RLIMIT_CORE,
            Self::Stack => libc::RLIMIT_STACK,
        })
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::CpuTime => "processor time",
            Self::AddressSpace => "address space",
            Self::FileSize => "the size of files",
            Self::OpenFiles => "open files",
            Self::Processes => "processes",
            Self::Core => "core dumps",
            Self::Stack => "the stack",
        })
    }
}

/// How much of a [`Resource`] a process may use, in seconds, bytes or a count.
///
/// The soft limit is the one that holds; the process may raise it up to the hard limit. It may
/// lower the hard limit, and raise it only with the capability `CAP_SYS_RESOURCE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limit {
    /// The soft limit. `None` keeps this process's, or lowers it to the hard limit where that is
    /// lower.
    pub soft: Option<u64>,
    /// The hard limit. `None` keeps this process's.
    pub hard: Option<u64>,
}

impl Limit {
    /// No limit (`RLIM_INFINITY`).
    pub const UNLIMITED: u64 = libc::RLIM_INFINITY;

    /// These limits: `None` as in [`soft`](Self::soft) and [`hard`](Self::hard).
    #[must_use]
    pub const fn new(soft: Option<u64>, hard: Option<u64>) -> Self {
        Self { soft, hard }
    }

    /// A soft limit; the hard one is kept.
    #[must_use]
    pub const fn soft(value: u64) -> Self {
        Self {
            soft: Some(value),
            hard: None,
        }
    }

    /// A hard limit; the soft one is kept, or lowered to it.
    #[must_use]
    pub const fn hard(value: u64) -> Self {
        Self {
            soft: None,
            hard: Some(value),
        }
    }
}

/// Both limits.
impl From<u64> for Limit {
    fn from(value: u64) -> Self {
        Self {
            soft: Some(value),
            hard: Some(value),
        }
    }
}

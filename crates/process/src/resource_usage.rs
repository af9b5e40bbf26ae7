//! What a process used while it ran.

use std::time::Duration;

/// What a process, and those of its descendants that it waited for, used while it ran
/// (`getrusage(2)`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceUsage {
    /// The time from the spawn until its end was noticed, by one of the waits of this process.
    pub wall_time: Duration,
    /// The time spent in its own code.
    pub user_time: Duration,
    /// The time that the kernel spent on its behalf.
    pub system_time: Duration,
    /// The most memory that it had resident at once, in bytes.
    pub max_resident_bytes: u64,
    /// Page faults that were served without reading from a device.
    pub minor_page_faults: u64,
    /// Page faults that waited for a device.
    pub major_page_faults: u64,
    /// How often a file system had to read for it (from a device, not from memory).
    pub block_input_operations: u64,
    /// How often a file system had to write for it.
    pub block_output_operations: u64,
    /// How often it gave the processor up by itself, to wait for something.
    pub voluntary_context_switches: u64,
    /// How often the processor was taken from it.
    pub involuntary_context_switches: u64,
}

impl ResourceUsage {
    pub(crate) fn of(usage: &libc::rusage) -> Self {
        Self {
            // Known to the child only.
            wall_time: Duration::ZERO,
            user_time: duration(usage.ru_utime),
            system_time: duration(usage.ru_stime),
            max_resident_bytes: unsigned(usage.ru_maxrss).saturating_mul(UNIT),
            minor_page_faults: unsigned(usage.ru_minflt),
            major_page_faults: unsigned(usage.ru_majflt),
            block_input_operations: unsigned(usage.ru_inblock),
            block_output_operations: unsigned(usage.ru_oublock),
            voluntary_context_switches: unsigned(usage.ru_nvcsw),
            involuntary_context_switches: unsigned(usage.ru_nivcsw),
        }
    }
}

/// What the kernel counts memory in: KiB, and bytes on macOS.
const UNIT: u64 = if cfg!(target_os = "macos") { 1 } else { 1024 };

/// The kernel's counters are never negative.
fn unsigned(counter: libc::c_long) -> u64 {
    u64::try_from(counter).unwrap_or_default()
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = Duration::from_secs(u64::try_from(time.tv_sec).unwrap_or_default());
    seconds + Duration::from_micros(u64::try_from(time.tv_usec).unwrap_or_default())
}

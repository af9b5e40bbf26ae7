//! What a process used, as the numbers that JavaScript makes an object of.

use rt_process::ResourceUsage;
use std::time::Duration;

/// In the order in which `ts/child_process/native/resource-usage.ts` reads them, in the units of
/// `process.resourceUsage()`: microseconds, KiB and counts. Numbers and no members of an object,
/// since most programs never look at them.
pub(crate) fn numbers(usage: &ResourceUsage) -> [f64; 10] {
    [
        microseconds(usage.wall_time),
        microseconds(usage.user_time),
        microseconds(usage.system_time),
        count(usage.max_resident_bytes / 1024),
        count(usage.minor_page_faults),
        count(usage.major_page_faults),
        count(usage.block_input_operations),
        count(usage.block_output_operations),
        count(usage.voluntary_context_switches),
        count(usage.involuntary_context_switches),
    ]
}

fn microseconds(time: Duration) -> f64 {
    count(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a number of JavaScript, exact up to 2^53"
)]
const fn count(number: u64) -> f64 {
    number as f64
}

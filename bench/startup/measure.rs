//! Runs a command and prints, behind what it prints itself, a line with what it took, as the kernel
//! counts it: milliseconds by the clock, milliseconds of processor time (children that it waited
//! for included), and its largest resident set in KiB.. A small process of its own: a large one
//! would hand its own size on to what it starts.

use std::process::{Command, Stdio};
use std::time::Instant;

/// `struct rusage` of 64-bit Linux.
#[repr(C)]
#[derive(Default)]
struct Usage {
    user: [i64; 2],
    system: [i64; 2],
    largest_resident_set: i64,
    others: [i64; 13],
}

unsafe extern "C" {
    fn wait4(process: i32, status: *mut i32, options: i32, usage: *mut Usage) -> i32;
}

fn main() {
    let mut arguments = std::env::args_os().skip(1);
    let mut command = Command::new(arguments.next().expect("a command is named"));
    command.args(arguments).stdin(Stdio::null());
    let start = Instant::now();
    let child = command.spawn().expect("the command can be started");
    let (mut status, mut usage) = (0, Usage::default());
    let identifier = i32::try_from(child.id()).expect("identifiers are small");
    // SAFETY: both places are writable and as large as the kernel's types; nobody else waits for
    //   this child.
    let waited = unsafe { wait4(identifier, &mut status, 0, &mut usage) };
    let elapsed = start.elapsed();
    assert!(waited > 0 && status == 0, "the command failed with status {status}");
    let milliseconds = |[seconds, microseconds]: [i64; 2]| seconds as f64 * 1e3 + microseconds as f64 / 1e3;
    println!(
        "\n{} {} {}",
        elapsed.as_secs_f64() * 1e3,
        milliseconds(usage.user) + milliseconds(usage.system),
        usage.largest_resident_set
    );
}

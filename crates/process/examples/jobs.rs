//! A parallel runner in the way of `make -j`: many commands, so many at a time, with their output captured, and beside it the same on `std::process`.
//!
//! `cargo run --release -p rt-process --example jobs -- [jobs] [at a time]`; default: 5,000 jobs, 32 at a time.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Runs job number `number`, and returns what it wrote.
type Runner = fn(number: usize) -> io::Result<Vec<u8>>;

fn by_rt_process(number: usize) -> io::Result<Vec<u8>> {
    let mut output = rt_process::Command::new("/bin/echo")
        .arg(number.to_string())
        .output()?;
    if !output.success() {
        return Err(io::Error::other(format!(
            "job {number} failed: {:?}",
            output.status
        )));
    }
    Ok(output.output[1].take().unwrap_or_default())
}

fn by_the_standard_library(number: usize) -> io::Result<Vec<u8>> {
    let output = std::process::Command::new("/bin/echo")
        .arg(number.to_string())
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!(
            "job {number} failed: {}",
            output.status
        )));
    }
    Ok(output.stdout)
}

/// Runs all jobs, and returns how long that took.
fn run_all(jobs: usize, at_a_time: usize, run: Runner) -> io::Result<Duration> {
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return Ok(());
            }
            let written = run(number)?;
            if written != format!("{number}\n").into_bytes() {
                return Err(io::Error::other(format!("job {number} wrote something else")));
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..at_a_time).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| {
            worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })?;
    Ok(start.elapsed())
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .map_or(Ok(default), |text| text.parse().map_err(io::Error::other))
    };
    let (jobs, at_a_time) = (number(5000)?, number(32)?);
    let runners: [(&str, Runner); 2] = [
        ("rt-process", by_rt_process),
        ("std::process", by_the_standard_library),
    ];
    for (name, run) in runners {
        println!(
            "{name:>12}: {jobs} jobs, {at_a_time} at a time: {:.2?}",
            run_all(jobs, at_a_time, run)?
        );
    }
    Ok(())
}

//! What a spawn costs beside the standard library's, in a small process and in one that holds much
//! memory: `cargo bench -p rt-process`.
//!
//! The contestants take turns. The least of each is printed, for the call and until the child has
//! been waited for: what else the machine does only adds to it.
//!
//! Environment: `SPAWN_BENCH_GIB`, the memory of the large process in GiB (default 2);
//! `SPAWN_BENCH_ROUNDS` (default 300).

use rt_process::ChildDescriptor;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "/bin/true";

/// Starts a child and returns how long the call took, once the child has ended.
type Contestant = fn() -> io::Result<Duration>;

fn rt_process() -> io::Result<Duration> {
    let mut command = rt_process::Command::new(PROGRAM);
    command.descriptors([const { ChildDescriptor::NullDevice }; 3]);
    let start = Instant::now();
    let child = command.spawn()?;
    let call = start.elapsed();
    child.wait()?;
    Ok(call)
}

fn quiet() -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn spawn(mut command: Command) -> io::Result<Duration> {
    let start = Instant::now();
    let mut child = command.spawn()?;
    let call = start.elapsed();
    child.wait()?;
    Ok(call)
}

fn standard() -> io::Result<Duration> {
    spawn(quiet())
}

/// With a hook the standard library cannot use `posix_spawn`, and forks.
fn standard_with_hook() -> io::Result<Duration> {
    let mut command = quiet();
    // SAFETY: the hook does nothing.
    unsafe { command.pre_exec(|| Ok(())) };
    spawn(command)
}

const CONTESTANTS: [(&str, Contestant); 3] = [
    ("rt-process", rt_process),
    ("std::process", standard),
    ("std::process, pre_exec", standard_with_hook),
];

fn measure(title: &str, rounds: usize) -> io::Result<()> {
    let mut least = [(Duration::MAX, Duration::MAX); CONTESTANTS.len()];
    for _ in 0..rounds {
        for ((_, contestant), (call, exit)) in CONTESTANTS.iter().zip(&mut least) {
            let start = Instant::now();
            let took = contestant()?;
            *call = took.min(*call);
            *exit = start.elapsed().min(*exit);
        }
    }
    println!("{title}");
    let (best_call, best_exit) = least[0];
    for ((name, _), (call, exit)) in CONTESTANTS.iter().zip(least) {
        println!(
            "  {name:<24} call {call:>9.1?} ({:.2}×)   call to exit {exit:>9.1?} ({:.2}×)",
            call.as_secs_f64() / best_call.as_secs_f64(),
            exit.as_secs_f64() / best_exit.as_secs_f64(),
        );
    }
    Ok(())
}

fn from_environment(name: &str, default: usize) -> io::Result<usize> {
    std::env::var(name).map_or(Ok(default), |text| text.parse().map_err(io::Error::other))
}

fn main() -> io::Result<()> {
    let rounds = from_environment("SPAWN_BENCH_ROUNDS", 300)?;
    let gib = from_environment("SPAWN_BENCH_GIB", 2)?;
    measure("a small process", rounds)?;
    // Every page is written to, so that it is there.
    let memory = vec![1u8; gib << 30];
    measure(&format!("a process that holds {gib} GiB"), rounds / 10)?;
    drop(std::hint::black_box(memory));
    Ok(())
}

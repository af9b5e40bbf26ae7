//! What a process costs at least on this machine: no event loop, no checks, no signals put right,
//! nothing of this crate. `bench/process` shows it as the limit that no runtime can get below.
//!
//! It takes what `bench/process/worker.mjs` takes: the name of a row as its last argument but one,
//! and on each line of standard input a number of rounds. Each answer is a line of JSON.
#![cfg(target_os = "linux")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs::File;
use std::io::{BufRead, Read, Result, stdin};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::ptr;
use std::time::Instant;

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// What the child needs.
struct Start<'a> {
    arguments: &'a [*const c_char],
    /// Standard input, output and error of the child.
    standard: [RawFd; 3],
}

extern "C" fn child(start: *mut c_void) -> c_int {
    // SAFETY: `start` below passes a `Start`, whose lists end with a null pointer. The calls change
    // this process only.
    unsafe {
        let start = &*start.cast::<Start<'_>>();
        for (place, &source) in (0..).zip(&start.standard) {
            libc::dup2(source, place);
        }
        if let Some(&program) = start.arguments.first() {
            libc::execve(program, start.arguments.as_ptr(), environ);
        }
        libc::_exit(127)
    }
}

/// Starts a program, and returns when it runs.
fn start(program: &Start<'_>, stack: &mut [u128]) -> c_int {
    // SAFETY: the stack is nobody else's, and its end aligned; this thread goes on when the child
    // has left its memory.
    unsafe {
        libc::clone(
            child,
            stack.as_mut_ptr_range().end.cast(),
            libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD,
            ptr::from_ref(program).cast_mut().cast(),
        )
    }
}

fn wait(process: c_int) {
    let mut status = 0;
    // SAFETY: the process is this one's child; the status goes to a place of its own.
    let waited = unsafe { libc::waitpid(process, &raw mut status, 0) };
    assert!(waited == process && status == 0, "the program failed");
}

/// A line of times for a round: milliseconds.
fn round(row: &str, null: RawFd, stack: &mut [u128]) -> Result<Vec<(&'static str, f64)>> {
    let shell = [c"/bin/sh", c"-c", c"echo hi"].map(CStr::as_ptr);
    let command = if row == "exec" {
        &shell[..]
    } else {
        &[c"/bin/true".as_ptr()]
    };
    let arguments: Vec<_> = command.iter().copied().chain([ptr::null()]).collect();
    let begin = Instant::now();
    let since = || begin.elapsed().as_secs_f64() * 1000.0;
    if row.starts_with("spawn-ignore") {
        let process = start(
            &Start {
                arguments: &arguments,
                standard: [null; 3],
            },
            stack,
        );
        let call = since();
        wait(process);
        let exit = since();
        return Ok(vec![
            ("call blocks", call),
            ("call to 'exit'", exit),
            ("call to 'close'", exit),
        ]);
    }
    let pairs = [UnixStream::pair()?, UnixStream::pair()?, UnixStream::pair()?];
    let [ours, theirs] = split(pairs);
    let standard = [0, 1, 2].map(|place| theirs.get(place).map_or(null, AsRawFd::as_raw_fd));
    let process = start(
        &Start {
            arguments: &arguments,
            standard,
        },
        stack,
    );
    let call = since();
    drop(theirs);
    let mut output = Vec::new();
    for end in ours.into_iter().skip(1) {
        File::from(end).read_to_end(&mut output)?;
    }
    wait(process);
    let all = since();
    Ok(match row {
        "exec" => vec![("call to callback", all)],
        row if row.starts_with("spawn-sync") => vec![("run", all)],
        _ => vec![
            ("call blocks", call),
            ("call to 'exit'", all),
            ("call to 'close'", all),
        ],
    })
}

fn split(pairs: [(UnixStream, UnixStream); 3]) -> [Vec<OwnedFd>; 2] {
    let (ours, theirs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    [ours, theirs].map(|ends| ends.into_iter().map(OwnedFd::from).collect())
}

fn main() -> Result<()> {
    let row = std::env::args().rev().nth(1).unwrap_or_default();
    let null = File::options().read(true).write(true).open("/dev/null")?;
    let mut stack = vec![0u128; 4096];
    for line in stdin().lock().lines() {
        let mut columns: Vec<(&str, Vec<String>)> = Vec::new();
        for _ in 0..line?.trim().parse::<u32>().unwrap_or_default() {
            for (what, milliseconds) in round(&row, null.as_raw_fd(), &mut stack)? {
                match columns.iter_mut().find(|(name, _)| *name == what) {
                    Some((_, times)) => times.push(milliseconds.to_string()),
                    None => columns.push((what, vec![milliseconds.to_string()])),
                }
            }
        }
        let members: Vec<_> = columns
            .iter()
            .map(|(what, times)| format!("\"{what}\":[{}]", times.join(",")))
            .collect();
        println!("{{\"own\":{{{}}}}}", members.join(","));
    }
    Ok(())
}

//! A small `make`: runs the commands of a file in the order that its dependencies ask for, so many
//! at a time. What a job writes is printed in one piece, in the order in which a run of one job at
//! a time would print it. When a command fails, no other is started.
//!
//! ```sh
//! cargo run --release -p rt-process --features tokio --example jobs -- --file Jobs -j 32 all
//! ```
//!
//! The file is written like a makefile (`jobs_file.rs`). `--with` chooses who runs the commands:
//! `ours` (this crate, on threads; the default), `ours-async` (this crate, on tokio), `std` (the
//! standard library, on threads) or `tokio` (`tokio::process`). `--generate 5000` prints a file of
//! so many jobs, and `--time` tells how long a run takes.
#![cfg(target_os = "linux")]

mod arguments;
mod build;
mod jobs_file;
mod printer;
mod runners;
mod schedule;

use arguments::{Arguments, Task};
use jobs_file::JobsFile;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("jobs: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = match arguments::parse(lexopt::Parser::from_env())? {
        Task::Generate(count) => {
            print!("{}", jobs_file::generate(count));
            return Ok(ExitCode::SUCCESS);
        }
        Task::Run(arguments) => arguments,
    };
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| format!("{}: {error}", arguments.file.display()))?;
    let file = JobsFile::parse(&text)?;
    let Arguments {
        goals,
        at_a_time,
        with,
        time,
        ..
    } = arguments;
    let jobs = file.needed_for(&goals)?;
    let count = jobs.len();
    let start = Instant::now();
    let failed = build::run(jobs, at_a_time, with)?;
    if time {
        eprintln!(
            "{count} jobs, {at_a_time} at a time, with {with}: {:.2?}",
            start.elapsed()
        );
    }
    Ok(match failed {
        None => ExitCode::SUCCESS,
        Some(name) => {
            eprintln!("jobs: {name} failed");
            ExitCode::FAILURE
        }
    })
}

//! Waiting for the first of many children by their descriptors, without a thread and without
//! `SIGCHLD`: `cargo run -p rt-process --example race`.

use rt_process::{Child, Command, SpawnError};
use rustix::event::{PollFd, PollFlags, poll};
use std::io;

fn main() -> io::Result<()> {
    let start = |seconds: &&str| Command::new("sleep").arg(seconds).spawn();
    let mut racers = ["0.3", "0.1", "0.2"]
        .iter()
        .map(start)
        .collect::<Result<Vec<Child>, SpawnError>>()?;
    while !racers.is_empty() {
        let mut watched = racers
            .iter()
            .map(|child| Ok(PollFd::from_borrowed_fd(child.exit_descriptor()?, PollFlags::IN)))
            .collect::<io::Result<Vec<_>>>()?;
        poll(&mut watched, None)?;
        let mut ended = Vec::new();
        for (position, child) in racers.iter().enumerate() {
            if let Some(status) = child.try_wait()? {
                let memory = child
                    .resource_usage()
                    .map_or(0, |usage| usage.max_resident_bytes / 1024);
                println!(
                    "{} ended with {status}, and had {memory} KiB at most",
                    child.pid()
                );
                ended.push(position);
            }
        }
        for position in ended.into_iter().rev() {
            racers.swap_remove(position);
        }
    }
    Ok(())
}

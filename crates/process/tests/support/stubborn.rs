//! A program that does not end when it is asked to.

use rt_process::{ChildDescriptor, Command};

/// Ignores `SIGTERM`, says `ready` when it does, and runs for a minute.
pub fn stubborn() -> Command {
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "trap '' TERM; echo ready; for i in $(seq 600); do sleep .1; done",
        ])
        .stdout(ChildDescriptor::Pipe);
    command
}

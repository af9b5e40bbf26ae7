//! A Rust program that has Node render templates for it, in `child.mjs`:
//! `cargo run --bin parent -- path/to/node`.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use rt_ipc::{CHANNEL_VARIABLES, Channel, Format};
use rt_process::{ChildDescriptor, Command, ExitStatus};
use serde::{Deserialize, Serialize};

/// What Node gives its children.
const CHANNEL: i32 = 3;
const NAMES: [&str; 3] = ["Ada", "Grace <admin>", "Łukasz"];
const SIGKILL: i32 = 9;

#[derive(Serialize)]
struct Page<'a> {
    id: usize,
    name: &'a str,
}

#[derive(Deserialize)]
struct Rendered {
    id: usize,
    html: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let node = std::env::args_os().nth(1).unwrap_or_else(|| "node".into());
    let (mut channel, child_end) = Channel::pair(Format::Newline)?;

    let mut command = Command::new(node);
    command
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("child.mjs"))
        .stdin(ChildDescriptor::NullDevice)
        // Whatever ends this program, by SIGKILL or a panic, ends all that the child has started.
        .contain(true)
        .parent_death_signal(SIGKILL)
        .kill_on_drop(true);
    // This process may have a channel of its own, which is not the child's.
    for name in CHANNEL_VARIABLES {
        command.env_remove(name);
    }
    command
        .envs(child_end.environment(CHANNEL))
        .descriptor(CHANNEL, std::os::fd::OwnedFd::from(child_end));
    let child = command.spawn()?;
    // The command holds the child's end until it is dropped, and with it the channel open.
    drop(command);

    for (id, name) in NAMES.into_iter().enumerate() {
        channel.send_json(&Page { id, name })?;
    }
    for _ in NAMES {
        let Some(Rendered { id, html }) = channel.recv_json()? else {
            return Err("the child has closed the channel".into());
        };
        println!("{id}: {html}");
    }

    // A graceful end: the child ends when the channel does, and is killed if it takes too long.
    drop(channel);
    let status = match child.wait_timeout(Duration::from_secs(5))? {
        Some(status) => status,
        None => child.stop(Duration::from_secs(1))?,
    };
    child.kill_tree()?;
    println!("{status}");
    if status != ExitStatus::Code(0) {
        return Err("the child has failed".into());
    }
    Ok(())
}

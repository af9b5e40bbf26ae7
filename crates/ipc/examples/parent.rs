//! A parent of a Node.js child: `cargo run --example parent -- path/to/node`.

use std::error::Error;
use std::process::Command;

use rt_ipc::{CHANNEL_VARIABLES, Channel, Format};
use serde_json::{Value, json};

const CHILD: &str = "
    process.on('message', (message) => {
      process.send({ greeting: `Hello, ${message.name}!` });
      process.disconnect();
    });
";

fn main() -> Result<(), Box<dyn Error>> {
    let node = std::env::args().nth(1).unwrap_or_else(|| "node".to_owned());
    let (mut channel, child_end) = Channel::pair(Format::Newline)?;
    let mut command = Command::new(node);
    command.args(["-e", CHILD]);
    // This process may have a channel of its own, which is not the child's.
    for name in CHANNEL_VARIABLES {
        command.env_remove(name);
    }
    let mut child = command.envs(child_end.environment(0)).stdin(child_end).spawn()?;
    // The command holds the child's end until it is dropped, and with it the channel open.
    drop(command);
    channel.send_json(&json!({ "name": "Node" }))?;
    while let Some(message) = channel.recv_json::<Value>()? {
        println!("{message}");
    }
    let status = child.wait()?;
    println!("{status}");
    Ok(())
}

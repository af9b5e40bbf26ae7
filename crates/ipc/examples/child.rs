//! A child that a Node.js program forks, with its channel:
//!
//! ```js
//! const { fork } = require('rt-std/child_process');
//!
//! const child = fork('', [], { execPath: 'target/debug/examples/child', execArgv: [] });
//! child.on('message', (message) => {
//!   console.log(message);
//!   if (message.ready) child.send({ number: 21 });
//!   else child.disconnect();
//! });
//! ```
//!
//! It prints `{ ready: true }` and `{ doubled: 42 }`. With `serialization: 'advanced'` the child
//! sends back what it receives.

use std::error::Error;

use rt_ipc::{Channel, Format};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    // SAFETY: the first statement of the program: it has one thread, and the descriptor is nobody
    // else's.
    let mut channel = unsafe { Channel::take_from_env() }.map_err(|error| error.to_string())?;
    match channel.format() {
        Format::Newline => double(&mut channel),
        Format::Length => echo(&mut channel),
    }
}

fn double(channel: &mut Channel) -> Result<(), Box<dyn Error>> {
    channel.send_json(&json!({ "ready": true }))?;
    while let Some(message) = channel.recv_json::<Value>()? {
        let reply = match message["number"].as_f64() {
            Some(number) => json!({ "doubled": number * 2.0 }),
            None => json!({ "refused": message }),
        };
        channel.send_json(&reply)?;
    }
    Ok(())
}

/// Values in V8's format are bytes to this program.
fn echo(channel: &mut Channel) -> Result<(), Box<dyn Error>> {
    while let Some(payload) = channel.recv()? {
        let payload = payload.to_vec();
        channel.send(&payload)?;
    }
    Ok(())
}

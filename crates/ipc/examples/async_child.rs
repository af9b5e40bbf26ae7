//! A child that a Node.js program forks, on the event loop of tokio: it works on many messages at
//! once.
//!
//! ```js
//! const { fork } = require('rt-std/child_process');
//!
//! const child = fork('', [], { execPath: 'target/debug/examples/async_child', execArgv: [] });
//! for (const milliseconds of [30, 10, 20]) child.send({ milliseconds });
//! child.on('message', ({ slept }) => console.log(slept));
//! ```
//!
//! It prints 10, 20 and 30, in this order. Each message is a task of its own; one task alone has
//! the channel.

use std::error::Error;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rt_ipc::AsyncChannel;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

#[derive(Deserialize)]
struct Message {
    milliseconds: u64,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // SAFETY: the first statement of the program: the descriptor is nobody else's.
    let (mut answers, mut messages) = unsafe { AsyncChannel::from_env() }
        .map_err(|error| error.to_string())?
        .split::<Vec<u8>>();
    let (finished, mut waiting) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(answer) = waiting.recv().await {
            // The parent may have disconnected.
            if answers.send(answer).await.is_err() {
                return;
            }
        }
    });
    while let Some(message) = messages.next().await {
        let Message { milliseconds } = serde_json::from_slice(&message?)?;
        let finished = finished.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            let _ = finished.send(json!({ "slept": milliseconds }).to_string().into_bytes());
        });
    }
    // The parent has disconnected, and takes no more answers: what still works ends with this
    // program.
    Ok(())
}

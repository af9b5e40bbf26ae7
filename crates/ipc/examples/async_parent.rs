//! A parent of Node.js children on the event loop of tokio:
//! `cargo run -p rt-ipc --features tokio --example async_parent -- path/to/node`.
//!
//! It starts two children (`child.js`), sends a hundred questions to each while it takes the
//! answers as they come, and waits for their ends.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use rt_ipc::{AsyncChannel, CHANNEL_VARIABLES, Format};
use serde::Deserialize;
use serde_json::json;
use tokio::process::{Child, Command};

const CHILDREN: usize = 2;
const QUESTIONS: usize = 100;

#[derive(Deserialize)]
struct Answer {
    id: usize,
    square: usize,
    from: u32,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let node = std::env::args().nth(1).unwrap_or_else(|| "node".to_owned());
    let mut asked = Vec::new();
    for _ in 0..CHILDREN {
        let (child, channel) = start(&node)?;
        asked.push(tokio::spawn(ask(child, channel)));
    }
    for task in asked {
        let sum = task.await?.map_err(|error| error.to_string())?;
        println!("a child has answered {QUESTIONS} questions, in sum {sum}");
    }
    Ok(())
}

/// Starts a child with its channel as standard input.
fn start(node: &str) -> Result<(Child, AsyncChannel), Box<dyn Error>> {
    let (channel, child_end) = AsyncChannel::pair(Format::Newline)?;
    let mut command = Command::new(node);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/child.js"));
    // This process may have a channel of its own, which is not the child's.
    for name in CHANNEL_VARIABLES {
        command.env_remove(name);
    }
    let child = command.envs(child_end.environment(0)).stdin(child_end).spawn()?;
    Ok((child, channel))
}

/// Sends all questions at once, and takes the answers meanwhile. Returns the sum of the squares.
async fn ask(mut child: Child, channel: AsyncChannel) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let pid = child.id();
    let (mut questions, answers) = channel.split();
    let asking = async {
        for id in 0..QUESTIONS {
            let question = json!({ "id": id, "number": id });
            questions.send(question.to_string().into_bytes()).await?;
        }
        Ok::<_, Box<dyn Error + Send + Sync>>(questions)
    };
    let taking = async {
        let mut squares = HashMap::new();
        let mut answers = answers.take(QUESTIONS);
        while let Some(answer) = answers.next().await {
            let answer: Answer = serde_json::from_slice(&answer?)?;
            assert_eq!(Some(answer.from), pid);
            squares.insert(answer.id, answer.square);
        }
        Ok(squares)
    };
    let (mut questions, squares) = tokio::try_join!(asking, taking)?;
    // The child ends with its channel.
    questions.close().await?;
    assert!(child.wait().await?.success());
    assert!((0..QUESTIONS).all(|id| squares[&id] == id * id));
    Ok(squares.values().sum())
}

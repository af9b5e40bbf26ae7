//! The child of `parent.mjs`: counts the primes in each range that it is sent. It ends when its
//! parent disconnects or is gone.

use std::error::Error;

use rt_ipc::{Channel, ChannelError};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
struct Task {
    id: u32,
    from: u32,
    to: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    Ready { pid: u32 },
    Primes { id: u32, count: usize },
    Refused { reason: String },
}

fn main() -> Result<(), Box<dyn Error>> {
    // SAFETY: the first statement of the program: it has one thread, and the descriptor is nobody
    // else's.
    let mut channel = unsafe { Channel::take_from_env() }.map_err(|error| error.to_string())?;
    channel.send_json(&Answer::Ready {
        pid: std::process::id(),
    })?;
    loop {
        // Blocks until there is a message. Sending blocks while the parent does not read.
        let answer = match channel.recv_json::<Task>() {
            Ok(Some(Task { id, from, to })) => Answer::Primes {
                id,
                count: primes_between(from, to),
            },
            Ok(None) => return Ok(()),
            // JSON, but not of this type: the channel goes on.
            Err(ChannelError::Json(error)) => Answer::Refused {
                reason: error.to_string(),
            },
            Err(error) => return Err(error.into()),
        };
        channel.send_json(&answer)?;
    }
}

fn primes_between(from: u32, to: u32) -> usize {
    (from.max(2)..to).filter(|&number| is_prime(number)).count()
}

fn is_prime(number: u32) -> bool {
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            return false;
        }
        divisor += 1;
    }
    true
}

//! A child that answers HTTP on the server that a Node.js program sends to it:
//!
//! ```js
//! const { createServer } = require('node:http');
//! const { fork } = require('rt-std/child_process');
//!
//! const child = fork('', [], { execPath: 'target/debug/examples/http_child', execArgv: [] });
//! const server = createServer();
//! server.listen(8080, () => child.send('serve', server, () => server.close()));
//! ```
//!
//! `curl localhost:8080` prints `Hello from Rust`. The child ends with its channel.

use std::error::Error;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use rt_ipc::{Channel, HandleType};
use rustix::event::{PollFd, PollFlags, poll};

fn main() -> Result<(), Box<dyn Error>> {
    // SAFETY: the first statement of the program: it has one thread, and the descriptor is nobody
    // else's.
    let mut channel = unsafe { Channel::take_from_env() }.map_err(|error| error.to_string())?;
    // What a JavaScript program sends need not be a value in Rust: the text is never refused.
    while let Some((message, handle)) = channel.recv_with_handle()? {
        match handle {
            Some(handle) if handle.handle_type == HandleType::Server => {
                let listener = TcpListener::from(handle.descriptor);
                thread::spawn(move || serve(&listener));
            }
            _ => eprintln!("not a server: {}", String::from_utf8_lossy(&message)),
        }
    }
    Ok(())
}

/// Whether accepting blocks belongs to the listening socket, which the parent has too: it is waited
/// for here.
fn serve(listener: &TcpListener) -> io::Result<()> {
    loop {
        poll(&mut [PollFd::new(listener, PollFlags::IN)], None)?;
        match listener.accept() {
            Ok((stream, _)) => answer(stream).unwrap_or_else(|error| eprintln!("{error}")),
            // Somebody else has accepted it.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

fn answer(mut stream: TcpStream) -> io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let body = "Hello from Rust\n";
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

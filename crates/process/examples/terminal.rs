//! Records a session in a terminal, in the format of asciinema:
//! `cargo run -p rt-process --example terminal [PROGRAM [ARGUMENT]...] >session.cast`.

use rt_process::{Command, TerminalSettings, TerminalSize};
use std::fmt::Write as _;
use std::io::{Read, Write, stdout};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let program = words.next().unwrap_or_else(|| "sh".to_owned());
    let mut command = Command::new(program);
    let settings = TerminalSettings::new().size(TerminalSize::new(80, 24));
    let mut child = command.args(words).terminal(settings).spawn()?;
    let terminal = child.take_terminal().expect("was asked for");

    let mut recording = stdout().lock();
    writeln!(recording, r#"{{"version": 2, "width": 80, "height": 24}}"#)?;
    let started = Instant::now();
    let mut unfinished = Vec::new();
    let mut bytes = [0; 4096];
    loop {
        let count = (&terminal).read(&mut bytes)?;
        if count == 0 {
            break;
        }
        unfinished.extend_from_slice(&bytes[..count]);
        // A character may come in two parts.
        let complete = match std::str::from_utf8(&unfinished) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => unfinished.len(),
        };
        let text: Vec<u8> = unfinished.drain(..complete).collect();
        let time = started.elapsed().as_secs_f64();
        let text = quoted(&String::from_utf8_lossy(&text));
        writeln!(recording, r#"[{time:.6}, "o", {text}]"#)?;
    }
    let status = child.wait()?;
    writeln!(
        recording,
        r#"[{:.6}, "m", {}]"#,
        started.elapsed().as_secs_f64(),
        quoted(&format!("{status:?}"))
    )
}

/// The text as JSON.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            _ if character.is_control() => {
                let _ = write!(json, "\\u{:04x}", u32::from(character));
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}

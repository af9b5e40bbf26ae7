//! The parts that this test program plays as a child of itself.

use rt_process::{Command, Output};
use std::env;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// A variable of the environment: the part that a child plays.
pub const PART: &str = "RT_PROCESS_TEST_PART";
/// What stands before and after the output of a part: the test harness prints, too.
const START: &str = "<<<";
const END: &str = ">>>";
/// As many bytes as a pipe holds.
pub const MUCH: usize = 60_000;
/// Longer than anything here takes.
pub const LONG: Duration = Duration::from_secs(60);

/// The parts that this program plays as a child. It is a test of its own only when there is none.
#[test]
fn child_side() {
    let Ok(part) = env::var(PART) else { return };
    let mut out = io::stdout();
    let arguments: Vec<String> = env::args()
        .skip_while(|argument| argument != "--")
        .skip(1)
        .collect();
    print!("{START}");
    match part.as_str() {
        "arguments" => print!("{}", arguments.join("\n")),
        "variables" => {
            for (name, value) in env::vars_os() {
                println!("{}={}", name.to_string_lossy(), value.to_string_lossy());
            }
        }
        "directory" => print!("{}", env::current_dir().unwrap().display()),
        "echo" => drop(io::copy(&mut io::stdin(), &mut out).unwrap()),
        "errors" => eprint!("{START}to stderr{END}"),
        "code" => std::process::exit(arguments[0].parse::<u32>().unwrap().cast_signed()),
        "sleep" => {
            out.flush().unwrap();
            thread::sleep(LONG);
        }
        "flood" => while out.write_all(&[b'x'; 4096]).is_ok() {},
        "much" => out.write_all(&vec![b'm'; MUCH]).unwrap(),
        "leave" => {
            // A grandchild that keeps the pipes of this one.
            command("sleep").detached(true).spawn().unwrap();
        }
        "orphan" => {
            command("sleep").spawn().unwrap();
        }
        "third" => {
            // SAFETY: there are three bytes. The C runtime says when the descriptor is not open.
            let written = unsafe { _write(3, b"abc".as_ptr().cast(), 3) };
            print!("{written}");
        }
        "nothing" => {}
        _ => unreachable!("{part}"),
    }
    print!("{END}");
    out.flush().unwrap();
    std::process::exit(0);
}

unsafe extern "C" {
    /// Of Microsoft's C runtime: it knows descriptors by the table from the parent.
    fn _write(descriptor: i32, bytes: *const std::ffi::c_void, count: u32) -> i32;
}

/// The command that starts this program in a part.
pub fn command(part: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", "parts::child_side", "--nocapture", "--"])
        .env(PART, part);
    command
}

/// What a part has printed.
pub fn printed_bytes(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let start = text.find(START).expect("the start of the output") + START.len();
    let end = text.rfind(END).unwrap_or(text.len());
    text[start..end].to_owned()
}

/// What a part has printed to its standard output.
pub fn printed(output: &Output) -> String {
    printed_bytes(output.stdout())
}

//! A child with descriptors beyond the standard three:
//! `cargo run -p rt-process --example descriptors`.

use rt_process::{ChildDescriptor, Command};
use std::fs::File;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let mut child = Command::new("sh")
        .args([
            "-c",
            "read question <&3; echo \"$question\" is answered >&3; cat <&4; ls /proc/self/fd",
        ])
        .stdout(ChildDescriptor::Pipe)
        .descriptor(3, ChildDescriptor::Pipe)
        .descriptor(4, File::open("/proc/sys/kernel/ostype")?)
        .spawn()?;
    // A pipe carries bytes both ways.
    let mut conversation = child.take_pipe(3).ok_or(io::ErrorKind::NotFound)?;
    conversation.write_all(b"this\n")?;
    let output = child.take_stdout().ok_or(io::ErrorKind::NotFound)?;
    let text = io::read_to_string(output)?;
    print!("{text}");
    assert_eq!(io::read_to_string(conversation)?, "this is answered\n");
    // `ls` has what the plan names, and its directory: nothing else that is open here.
    assert_eq!(text, "Linux\n0\n1\n2\n3\n4\n5\n");
    assert!(child.wait()?.success());
    Ok(())
}

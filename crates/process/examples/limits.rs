//! Runs of commands with input and limits: `cargo run -p rt-process --example limits`.

use rt_process::{Command, ExitStatus, LimitReached, SpawnError};
use std::time::Duration;

fn main() -> Result<(), SpawnError> {
    let sorted = Command::new("sort").capture().input(b"pear\napple\n").run()?;
    print!("sorted: {}", String::from_utf8_lossy(sorted.stdout()));
    assert_eq!(sorted.stdout(), b"apple\npear\n");

    let endless = Command::new("yes").capture().max_output(1_000_000).run()?;
    println!(
        "`yes` wrote {} bytes and was ended by {:?}",
        endless.stdout().len(),
        endless.status
    );
    assert_eq!(endless.limit, Some(LimitReached::Output));

    // The shell waits for a child of its own: the signal has to reach both.
    let slow = Command::new("sh")
        .args(["-c", "sleep 60; true"])
        .process_group(0)
        .capture()
        .timeout(Duration::from_millis(100))
        .kill_signal(9)
        .kill_group(true)
        .run()?;
    println!("`sleep` was ended by {:?} after a tenth of a second", slow.status);
    assert_eq!(slow.limit, Some(LimitReached::Timeout));
    assert_eq!(slow.status.unwrap(), ExitStatus::Signal(9));
    Ok(())
}

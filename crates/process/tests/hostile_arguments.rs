//! Arguments that a safe function takes, but no system: errors, never a panic or an end of the
//! process.
#![cfg(target_os = "linux")]

#[path = "support/errno.rs"]
mod errno;

use errno::HasErrno;
use rt_process::{ChildDescriptor, Command, ExitStatus, SpawnStep};
use rustix::io::Errno;
use std::cell::RefCell;
use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

#[test]
fn a_descriptor_that_no_process_can_have() {
    for number in [-1, i32::MIN, i32::MAX, 1 << 20] {
        let mut command = Command::new("true");
        command.descriptor(number, ChildDescriptor::NullDevice);
        let error = command.spawn().unwrap_err();
        assert_eq!(
            (error.step, error.errno()),
            (SpawnStep::Descriptors, Errno::BADF),
            "{number}"
        );
        assert_eq!(command.output().unwrap_err().errno(), Errno::BADF);
        command.descriptors([]);
        assert_eq!(command.status().unwrap(), ExitStatus::Code(0));
    }
}

#[test]
fn input_for_a_descriptor_that_no_process_can_have() {
    let command = Command::new("cat");
    for number in [3, 1 << 20, usize::MAX] {
        let output = command
            .capture()
            .input_of(number, b"nobody reads this")
            .run()
            .unwrap();
        assert_eq!(output.stdout(), b"");
    }
}

#[test]
fn limits_without_bounds() {
    let command = Command::new("true");
    let capture = command.capture().timeout(Duration::MAX).max_output(usize::MAX);
    assert!(capture.run().unwrap().status.unwrap().success());
    let child = command.spawn().unwrap();
    assert_eq!(
        child.wait_timeout(Duration::MAX).unwrap(),
        Some(ExitStatus::Code(0))
    );
    assert_eq!(child.send_signal(i32::MIN).unwrap_err().errno(), Errno::SRCH);
}

#[test]
fn strings_with_nul() {
    let error = Command::new("true")
        .arg("a\0b")
        .env("A\0", "b")
        .spawn()
        .unwrap_err();
    assert_eq!((error.step, error.errno()), (SpawnStep::Strings, Errno::INVAL));
}

#[test]
fn an_error_keeps_its_number_and_is_printed_shortly() {
    let mut command = Command::new("/no/such/program");
    command.descriptors(vec![const { ChildDescriptor::Pipe }; 100]);
    let error = command.spawn().unwrap_err();
    let text = format!("{error:?}");
    assert!(text.contains("Execute") && text.len() < 200, "{text}");
    assert_eq!(io::Error::from(error).raw_os_error(), Some(2));
}

/// Spawns when its thread ends.
struct AtTheEnd(Sender<ExitStatus>);

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        for _ in 0..2 {
            self.0.send(Command::new("true").status().unwrap()).unwrap();
        }
    }
}

thread_local! {
    static AT_THE_END: RefCell<Option<AtTheEnd>> = const { RefCell::new(None) };
}

#[test]
fn a_destructor_of_what_a_thread_owns_may_spawn() {
    let (sender, statuses) = channel();
    let ended = thread::spawn(move || {
        // Registered first, so dropped last: this crate's own is gone then.
        AT_THE_END.with_borrow_mut(|slot| *slot = Some(AtTheEnd(sender)));
        Command::new("true").status().unwrap()
    });
    assert_eq!(ended.join().unwrap(), ExitStatus::Code(0));
    assert_eq!(statuses.iter().collect::<Vec<_>>(), [ExitStatus::Code(0); 2]);
}

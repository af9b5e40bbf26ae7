//! Waits where `poll(2)` fails, since it takes no more descriptors than the process may have. Alone
//! in its file: it lowers the limit of the whole process.
#![cfg(any(target_os = "linux", target_os = "macos"))]

use rt_process::{Command, ExitStatus, reaper};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::sync::mpsc;
use std::time::Duration;

#[test]
fn children_are_waited_for_without_a_descriptor_to_be_had() {
    let start = |script: &str| Command::new("sh").args(["-c", script]).spawn().unwrap();
    let [first, second, third] = ["exit 3", "exit 4", "exit 5"].map(|end| start(&format!("sleep .1; {end}")));
    let mut lasting = Command::new("sleep");
    let lasting = lasting.arg("60").kill_on_drop(true).spawn().unwrap();
    let limit = getrlimit(Resource::Nofile);
    let none = Rlimit {
        current: Some(0),
        ..limit
    };
    setrlimit(Resource::Nofile, none).unwrap();
    assert_eq!(
        lasting.wait_timeout(Duration::from_millis(20)).unwrap(),
        None,
        "the limit is kept"
    );
    assert_eq!(first.wait().unwrap(), ExitStatus::Code(3));
    assert_eq!(
        second.wait_timeout(Duration::from_secs(60)).unwrap(),
        Some(ExitStatus::Code(4))
    );
    let (sender, ended) = mpsc::channel();
    reaper::adopt(third, move |status| sender.send(status).unwrap()).unwrap();
    let status = ended.recv_timeout(Duration::from_secs(60)).unwrap();
    assert_eq!(status.unwrap(), ExitStatus::Code(5));
    lasting.kill().unwrap();
    assert_eq!(lasting.wait().unwrap(), ExitStatus::Signal(9));
    // A sanitizer opens files at the end of the process.
    setrlimit(Resource::Nofile, limit).unwrap();
}

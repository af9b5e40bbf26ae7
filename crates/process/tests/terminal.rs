//! Children with a terminal.
#![cfg(target_os = "linux")]

#[path = "support/open_descriptors.rs"]
mod open_descriptors;
#[path = "support/wait_until.rs"]
mod wait_until;

use open_descriptors::open_descriptors;
use rt_process::{
    ChildDescriptor, Command, ExitStatus, SpawnStep, Terminal, TerminalMode, TerminalSettings, TerminalSize,
};
use std::io::{Read, Write, read_to_string};
use std::time::{Duration, Instant};
use wait_until::wait_until;

fn shell(script: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", script]).terminal(TerminalSettings::new());
    command
}

/// Reads until the text has come, or the end.
fn read_until(mut terminal: &Terminal, text: &str) -> String {
    let mut seen = String::new();
    let mut bytes = [0; 1024];
    while !seen.contains(text) {
        match terminal.read(&mut bytes).unwrap() {
            0 => break,
            count => seen.push_str(&String::from_utf8_lossy(&bytes[..count])),
        }
    }
    seen
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn a_child_has_a_terminal_as_its_standard_descriptors_and_controlling_terminal() {
    let script =
        "tty; tty <&1; tty <&2; echo to the terminal >/dev/tty; ps -o tpgid=,pgid=,sid= -p $$; echo $TERM";
    let mut child = shell(script).spawn().unwrap();
    let terminal = child.take_terminal().unwrap();
    assert!(child.take_terminal().is_none());
    let text = read_to_string(&terminal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let path = terminal.path().to_str().unwrap();
    assert_eq!(lines[..4], [path, path, path, "to the terminal"], "{text}");
    let pid = child.pid().to_string();
    assert_eq!(
        lines[4].split_whitespace().collect::<Vec<_>>(),
        [&pid, &pid, &pid]
    );
    assert_eq!(lines[5], "xterm-256color");
    assert!(child.wait().unwrap().success());
    assert_eq!(terminal.foreground_process(), None);
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn further_descriptors_are_those_of_the_plan() {
    let mut command = shell("echo over the pipe >&3; ls /proc/self/fd | tr '\\n' ' '");
    command.descriptor(3, ChildDescriptor::Pipe);
    let mut child = command.spawn().unwrap();
    assert_eq!(
        read_to_string(child.take_pipe(3).unwrap()).unwrap(),
        "over the pipe\n"
    );
    let seen = read_to_string(child.take_terminal().unwrap()).unwrap();
    assert_eq!(seen, "0 1 2 3 4 ");
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn what_is_written_is_typed_and_echoed() {
    let mut child = shell("read line; echo \"<$line>\"; exit 3").spawn().unwrap();
    let mut terminal = child.take_terminal().unwrap();
    // Two characters are erased, of which one has two bytes.
    terminal.write_all("größe\x7f\x7ft\n".as_bytes()).unwrap();
    let erased = "\u{8} \u{8}";
    assert_eq!(
        read_to_string(&terminal).unwrap(),
        format!("größe{erased}{erased}t\r\n<gröt>\r\n")
    );
    assert_eq!(child.wait().unwrap(), ExitStatus::Code(3));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn control_characters_are_signals() {
    let mut child = shell("echo ready; exec sleep 600").spawn().unwrap();
    let mut terminal = child.take_terminal().unwrap();
    read_until(&terminal, "ready");
    terminal.write_all(b"\x03").unwrap();
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(2));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn a_new_size_is_seen_and_signalled() {
    let script = "trap 'stty size; exit' WINCH; stty size; while :; do sleep .01; done";
    let mut command = shell(script);
    let size = TerminalSize::new(100, 30).pixels(1000, 600);
    command.terminal(TerminalSettings::new().size(size));
    let mut child = command.spawn().unwrap();
    let terminal = child.take_terminal().unwrap();
    assert_eq!(terminal.size().unwrap(), size);
    assert_eq!(read_until(&terminal, "\n"), "30 100\r\n");
    terminal.resize(TerminalSize::new(40, 10)).unwrap();
    assert_eq!(read_until(&terminal, "\n"), "10 40\r\n");
    assert_eq!(terminal.size().unwrap(), TerminalSize::new(40, 10));
    assert!(child.wait().unwrap().success());
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn modes_are_set_before_the_child_runs_and_while_it_does() {
    let mut command = shell("stty -a; read go; stty -a");
    let settings = TerminalSettings::new()
        .raw(true)
        .mode(TerminalMode::Signals, true)
        .mode(TerminalMode::Utf8, false)
        .mode(TerminalMode::Lines, true);
    command.terminal(settings);
    let mut child = command.spawn().unwrap();
    let mut terminal = child.take_terminal().unwrap();
    let before = read_until(&terminal, "extproc\r\n");
    let has = |text: &str, word: &str| text.split([' ', '\r', '\n', ';']).any(|other| other == word);
    for word in ["-echo", "icanon", "isig", "-ixon", "-icrnl", "-iutf8", "opost"] {
        assert!(has(&before, word), "{word} in {before}");
    }
    let states = |terminal: &Terminal| {
        let states = TerminalMode::ALL.iter().map(|&mode| terminal.mode(mode).unwrap());
        states.collect::<Vec<_>>()
    };
    assert_eq!(states(&terminal), [false, true, true, false, false, true, false]);
    terminal.set_raw_mode(false).unwrap();
    terminal.set_mode(TerminalMode::OutputNewlines, false).unwrap();
    terminal.set_mode(TerminalMode::Echo, false).unwrap();
    terminal.write_all(b"go\r").unwrap();
    let after = read_to_string(&terminal).unwrap();
    for word in ["-echo", "icanon", "isig", "ixon", "icrnl", "-iutf8", "-opost"] {
        assert!(has(&after, word), "{word} in {after}");
    }
    assert!(!after.contains('\r'));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn the_foreground_process_is_known_by_name() {
    let mut child = shell("echo ready; read line; exec sleep 600").spawn().unwrap();
    let mut terminal = child.take_terminal().unwrap();
    read_until(&terminal, "ready");
    assert_eq!(terminal.foreground_process_group(), Some(child.pid()));
    assert_eq!(terminal.foreground_process().unwrap(), "sh");
    terminal.write_all(b"\n").unwrap();
    let sleeps = || terminal.foreground_process().unwrap() == "sleep";
    assert!(wait_until(Duration::from_secs(20), sleeps));
    // Closing this side hangs up.
    drop(terminal);
    assert_eq!(child.wait().unwrap(), ExitStatus::Signal(1));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn nothing_that_was_written_before_the_end_is_lost() {
    for _ in 0..100 {
        // Ends at once, and is read only then.
        let mut child = shell("head -c 10000 /dev/zero").spawn().unwrap();
        let terminal = child.take_terminal().unwrap();
        let status = child.wait().unwrap();
        let mut bytes = Vec::new();
        (&terminal).read_to_end(&mut bytes).unwrap();
        assert_eq!((bytes.len(), status), (10_000, ExitStatus::Code(0)));
    }
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn a_whole_run_collects_what_comes_from_the_terminal() {
    let output = shell("cat; echo end >&2")
        .capture()
        .input(b"one\ntwo")
        .run()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(output.stdout()),
        "one\r\ntwoone\r\ntwoend\r\n"
    );
    assert!(output.success(), "{output:?}");
    assert_eq!(output.output.iter().flatten().count(), 1);

    // Without input, the end of it.
    let output = shell("cat; echo end").output().unwrap();
    assert_eq!(output.stdout(), b"end\r\n");

    // More than the kernel takes at once, while output comes.
    let lines = "0123456789abcdef\n".repeat(100_000);
    let mut command = shell("cat | cksum");
    command.terminal(TerminalSettings::new().mode(TerminalMode::Echo, false));
    let output = command.capture().input(lines.as_bytes()).run().unwrap();
    let seen = String::from_utf8_lossy(output.stdout()).into_owned();
    let expected = Command::new("cksum")
        .capture()
        .input(lines.as_bytes())
        .run()
        .unwrap();
    assert_eq!(
        seen.trim_end(),
        String::from_utf8_lossy(expected.stdout()).trim_end()
    );

    let output = shell("trap '' HUP; echo started; exec sleep 600")
        .capture()
        .timeout(Duration::from_millis(300))
        .run()
        .unwrap();
    assert_eq!(output.status.unwrap(), ExitStatus::Signal(15));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn a_descendant_that_holds_the_terminal_is_not_waited_for_longer_than_asked() {
    let started = Instant::now();
    let output = shell("trap '' HUP; sleep 10 & echo started")
        .contain(true)
        .capture()
        .close_grace(Duration::from_millis(200))
        .run()
        .unwrap();
    assert_eq!(output.stdout(), b"started\r\n");
    assert!(output.is_cut && started.elapsed() < Duration::from_secs(9));
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn a_failed_start_leaves_nothing() {
    let open = open_descriptors().len();
    let mut command = Command::new("/no/such/program");
    let error = command.terminal(TerminalSettings::new()).spawn().unwrap_err();
    assert_eq!((error.step, error.raw_os_error()), (SpawnStep::Execute, 2));
    command.terminal(TerminalSettings::new().name("a\0b"));
    assert_eq!(command.spawn().unwrap_err().step, SpawnStep::Strings);
    drop(error);
    // Other tests of this file open descriptors meanwhile, where they run as threads.
    assert!(open_descriptors().len() < open + 50);
}

#[test]
#[cfg_attr(miri, ignore = "Miri starts no processes")]
fn with_the_signal_of_the_parents_death_and_containment() {
    let mut command = shell("tty");
    command.parent_death_signal(9).contain(true);
    let mut child = command.spawn().unwrap();
    let terminal = child.take_terminal().unwrap();
    let path = terminal.path().to_str().unwrap().to_owned();
    assert_eq!(read_to_string(terminal).unwrap().trim_end(), path);
    assert!(child.wait().unwrap().success());
}

//! What `/proc` says of processes (`proc(5)`).

use rustix::io::Errno;
use std::fs;
use std::io;
use std::process;

/// What the first line of `/proc/PID/stat` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub state: u8,
    pub parent: i32,
    pub session: i32,
    pub threads: usize,
}

impl Stat {
    /// Whether the process has ended. The first thread alone may: the others go on.
    pub const fn has_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X') && self.threads <= 1
    }

    /// Whether this thread runs no code of its own until something else happens: it was stopped by
    /// a signal or a debugger, has ended, or is in a system call that no signal interrupts, at
    /// whose end it takes the signal.
    const fn is_still(&self) -> bool {
        matches!(self.state, b'T' | b't' | b'D' | b'Z' | b'X')
    }
}

/// # Errors
/// `ENOSYS` when there is no `/proc`, or it is that of another PID namespace: the numbers in it
/// mean other processes then.
pub(super) fn check() -> Result<(), Errno> {
    let own = fs::read_link("/proc/self").map_err(|_| Errno::NOSYS)?;
    if own.to_str() == Some(&process::id().to_string()) {
        Ok(())
    } else {
        Err(Errno::NOSYS)
    }
}

/// `None` when there is no such process any more, or it is hidden (`hidepid`).
pub(super) fn stat(pid: i32) -> Option<Stat> {
    parse(&fs::read(format!("/proc/{pid}/stat")).ok()?)
}

/// Whether no thread of a process runs code of its own.
pub(super) fn is_still(pid: i32, stat: Stat) -> bool {
    if stat.threads <= 1 {
        return stat.is_still();
    }
    threads(pid).iter().all(|thread| {
        let stat = fs::read(format!("/proc/{pid}/task/{thread}/stat")).ok();
        // A thread that has ended meanwhile has no file.
        stat.and_then(|text| parse(&text))
            .is_none_or(|stat| stat.is_still())
    })
}

/// The name of a program is between parentheses, and may hold some itself.
fn parse(text: &[u8]) -> Option<Stat> {
    let after_name = text.iter().rposition(|&byte| byte == b')')? + 1;
    let text = std::str::from_utf8(text.get(after_name..)?).ok()?;
    let mut fields = text.split_ascii_whitespace();
    Some(Stat {
        state: *fields.next()?.as_bytes().first()?,
        parent: fields.next()?.parse().ok()?,
        // The sixth field of all; the name is the second.
        session: fields.nth(1)?.parse().ok()?,
        // The 20th.
        threads: fields.nth(13)?.parse().ok()?,
    })
}

fn threads(pid: i32) -> Vec<i32> {
    numbers_in(&format!("/proc/{pid}/task")).unwrap_or_default()
}

/// The children of a process.
///
/// # Errors
/// That of reading `/proc` itself.
pub(super) fn children(pid: i32, stat: Stat) -> io::Result<Vec<i32>> {
    let threads = if stat.threads == 1 {
        vec![pid]
    } else {
        threads(pid)
    };
    let mut children = Vec::new();
    for thread in threads {
        match fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")) {
            Ok(list) => children.extend(
                list.split_ascii_whitespace()
                    .filter_map(|number| number.parse::<i32>().ok()),
            ),
            // The kernel was built without these lists (`CONFIG_PROC_CHILDREN`).
            Err(_) if !has_lists() => return children_by_parent(pid),
            // The thread has ended.
            Err(_) => {}
        }
    }
    Ok(children)
}

fn has_lists() -> bool {
    fs::exists("/proc/thread-self/children").unwrap_or(false)
}

/// From the parents of all processes.
fn children_by_parent(pid: i32) -> io::Result<Vec<i32>> {
    let is_child = |&other: &i32| stat(other).is_some_and(|stat| stat.parent == pid);
    Ok(all()?.into_iter().filter(is_child).collect())
}

/// All processes.
///
/// # Errors
/// That of reading `/proc` itself.
pub(super) fn all() -> io::Result<Vec<i32>> {
    numbers_in("/proc")
}

/// The environment with which a process executed its program: `NAME=value` strings ended by NUL.
/// Empty when there is no such process any more, or it may not be read.
pub(super) fn environment(pid: i32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/environ")).unwrap_or_default()
}

/// The control groups that a process is in: a line for each hierarchy, `NUMBER:CONTROLLERS:PATH`.
/// Empty when there is no such process any more.
pub(super) fn control_groups(pid: i32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/cgroup")).unwrap_or_default()
}

/// The entries of a directory whose names are numbers.
fn numbers_in(directory: &str) -> io::Result<Vec<i32>> {
    let number = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    Ok(fs::read_dir(directory)?.filter_map(number).collect())
}

/// This process and its ancestors.
pub(super) fn own_line() -> Vec<i32> {
    let mut line = Vec::new();
    let mut next = i32::try_from(process::id()).ok();
    while let Some(pid) = next.filter(|pid| *pid > 0 && !line.contains(pid)) {
        line.push(pid);
        next = stat(pid).map(|stat| stat.parent);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Stat, children_by_parent, parse};

    #[test]
    fn the_name_of_a_program_may_hold_anything() {
        let text = b"17 (a) R 1 (b) S 5 17 18 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 33 44";
        let stat = Stat {
            state: b'S',
            parent: 5,
            session: 18,
            threads: 9,
        };
        assert_eq!(parse(text), Some(stat));
        for text in [
            &b""[..],
            b"17 (a",
            b"17 (a)",
            b"17 (a) S",
            b"17 (a) S x",
            b"17 (a) S 5 17",
        ] {
            assert_eq!(parse(text), None);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri starts no processes")]
    fn children_are_found_without_lists() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let own = i32::try_from(std::process::id()).unwrap();
        let found = children_by_parent(own).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(found.contains(&i32::try_from(child.id()).unwrap()));
    }
}

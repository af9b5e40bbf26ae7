//! What `/proc` says of processes (`proc(5)`).

use crate::process_stat::Stat;
use rustix::io::Errno;
use std::fs;
use std::io;
use std::process;

/// Whether this thread runs no code of its own until something else happens: it was stopped by a
/// signal or a debugger, has ended, or is in a system call that no signal interrupts, at whose end
/// it takes the signal.
const fn thread_is_still(stat: &Stat) -> bool {
    matches!(stat.state, b'T' | b't' | b'D' | b'Z' | b'X')
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

/// A file of a process; `None` when there is no such process any more, or it is hidden
/// (`hidepid`).
///
/// # Errors
/// `EMFILE`, `ENFILE` and `ENOMEM`: they say nothing of the process, which is not to be taken for
/// one that has ended.
fn read(path: &str) -> Result<Option<Vec<u8>>, Errno> {
    fs::read(path).map(Some).or_else(|error| missing(&error))
}

/// What it means that something could not be read: see [`read`].
fn missing<T>(error: &io::Error) -> Result<Option<T>, Errno> {
    match Errno::from_io_error(error) {
        Some(errno @ (Errno::MFILE | Errno::NFILE | Errno::NOMEM)) => Err(errno),
        _ => Ok(None),
    }
}

/// `None` when there is no such process any more, or it is hidden (`hidepid`).
///
/// # Errors
/// As with [`read`]; so with the others.
pub(super) fn stat(pid: i32) -> Result<Option<Stat>, Errno> {
    Ok(read(&format!("/proc/{pid}/stat"))?.and_then(|text| Stat::parse(&text)))
}

/// Whether no thread of a process runs code of its own.
pub(super) fn is_still(pid: i32, stat: Stat) -> Result<bool, Errno> {
    if stat.threads <= 1 {
        return Ok(thread_is_still(&stat));
    }
    for thread in threads(pid)? {
        let stat = read(&format!("/proc/{pid}/task/{thread}/stat"))?;
        // A thread that has ended meanwhile has no file.
        if stat
            .and_then(|text| Stat::parse(&text))
            .is_some_and(|stat| !thread_is_still(&stat))
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn threads(pid: i32) -> Result<Vec<i32>, Errno> {
    let threads = numbers_in(&format!("/proc/{pid}/task")).map(Some);
    Ok(threads.or_else(|error| missing(&error))?.unwrap_or_default())
}

/// The children of a process.
pub(super) fn children(pid: i32, stat: Stat) -> Result<Vec<i32>, Errno> {
    let threads = if stat.threads == 1 {
        vec![pid]
    } else {
        threads(pid)?
    };
    let mut children = Vec::new();
    for thread in threads {
        match read(&format!("/proc/{pid}/task/{thread}/children"))? {
            Some(list) => children.extend(
                String::from_utf8_lossy(&list)
                    .split_ascii_whitespace()
                    .filter_map(|number| number.parse::<i32>().ok()),
            ),
            // The kernel was built without these lists (`CONFIG_PROC_CHILDREN`).
            None if !has_lists() => return children_by_parent(pid),
            // The thread has ended.
            None => {}
        }
    }
    Ok(children)
}

fn has_lists() -> bool {
    fs::exists("/proc/thread-self/children").unwrap_or(false)
}

/// From the parents of all processes.
fn children_by_parent(pid: i32) -> Result<Vec<i32>, Errno> {
    let mut children = Vec::new();
    for other in all()? {
        if stat(other)?.is_some_and(|stat| stat.parent == pid) {
            children.push(other);
        }
    }
    Ok(children)
}

/// All processes.
///
/// # Errors
/// That of reading `/proc` itself.
pub(super) fn all() -> Result<Vec<i32>, Errno> {
    numbers_in("/proc").map_err(|error| Errno::from_io_error(&error).unwrap_or(Errno::IO))
}

/// The environment with which a process executed its program: `NAME=value` strings ended by NUL.
/// Empty when there is no such process any more, or it may not be read.
pub(super) fn environment(pid: i32) -> Result<Vec<u8>, Errno> {
    Ok(read(&format!("/proc/{pid}/environ"))?.unwrap_or_default())
}

/// The control groups that a process is in: a line for each hierarchy, `NUMBER:CONTROLLERS:PATH`.
/// Empty when there is no such process any more.
pub(super) fn control_groups(pid: i32) -> Result<Vec<u8>, Errno> {
    Ok(read(&format!("/proc/{pid}/cgroup"))?.unwrap_or_default())
}

/// The entries of a directory whose names are numbers.
fn numbers_in(directory: &str) -> io::Result<Vec<i32>> {
    let number = |entry: io::Result<fs::DirEntry>| entry.ok()?.file_name().to_str()?.parse().ok();
    Ok(fs::read_dir(directory)?.filter_map(number).collect())
}

/// This process and its ancestors.
pub(super) fn own_line() -> Result<Vec<i32>, Errno> {
    let mut line = Vec::new();
    let mut next = i32::try_from(process::id()).ok();
    while let Some(pid) = next.filter(|pid| *pid > 0 && !line.contains(pid)) {
        line.push(pid);
        next = stat(pid)?.map(|stat| stat.parent);
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::children_by_parent;

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

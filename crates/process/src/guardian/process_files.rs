//! What `/proc` says of processes, read without allocating.

use super::system_calls::Descriptor;
use crate::process_stat::Stat;

/// `/proc/PID/NAME` as a C string.
pub(super) fn path(pid: i32, name: &[u8]) -> [u8; 32] {
    let mut path = [0; 32];
    let mut digits = [0; 10];
    let mut count = 0;
    let mut rest = pid.unsigned_abs();
    for digit in &mut digits {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        count += 1;
        if rest == 0 {
            break;
        }
    }
    let text = b"/proc/"
        .iter()
        .chain(digits.iter().take(count).rev())
        .chain(b"/")
        .chain(name);
    // The last byte stays NUL.
    for (to, from) in path.iter_mut().take(31).zip(text) {
        *to = *from;
    }
    path
}

pub(super) fn stat(pid: i32, buffer: &mut [u8]) -> Option<Stat> {
    let length = Descriptor::open(&path(pid, b"stat"))?.read(buffer);
    Stat::parse(buffer.get(..length)?)
}

/// Whether the environment with which a process executed its program has a string that begins with
/// `mark`.
pub(super) fn is_marked(pid: i32, mark: &[u8], buffer: &mut [u8]) -> bool {
    // Every string begins with nothing.
    if mark.is_empty() {
        return false;
    }
    let Some(file) = Descriptor::open(&path(pid, b"environ")) else {
        return false;
    };
    // What is kept of the part read before: a string may lie across both. The NUL before the first
    // string is not in the file.
    let Some(first) = buffer.first_mut() else {
        return false;
    };
    *first = 0;
    let mut kept = 1;
    loop {
        let Some(room) = buffer.get_mut(kept..) else {
            return false;
        };
        let count = file.read(room);
        if count == 0 {
            return false;
        }
        let length = kept + count;
        if has_mark(buffer.get(..length).unwrap_or_default(), mark) {
            return true;
        }
        let next = length.min(mark.len());
        buffer.copy_within(length - next..length, 0);
        kept = next;
    }
}

fn has_mark(text: &[u8], mark: &[u8]) -> bool {
    text.iter()
        .enumerate()
        .filter(|(_, byte)| **byte == 0)
        .any(|(position, _)| {
            text.get(position + 1..)
                .is_some_and(|rest| rest.starts_with(mark))
        })
}

/// Calls `visit` with the number of each process.
pub(super) fn each_process(entries: &mut [u8], mut visit: impl FnMut(i32)) {
    let Some(directory) = Descriptor::open(b"/proc\0") else {
        return;
    };
    directory.find_entry(entries, |entry| {
        if let Some(pid) = entry.number().and_then(|number| i32::try_from(number).ok()) {
            visit(pid);
        }
        None::<()>
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_c_string() {
        assert!(path(7, b"stat").starts_with(b"/proc/7/stat\0"));
        assert!(path(4_194_304, b"environ").starts_with(b"/proc/4194304/environ\0"));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri starts no processes")]
    fn a_mark_is_found_wherever_it_is() {
        for (before, after) in [(0, 0), (1, 3), (300, 0), (500, 500), (2000, 10)] {
            let variables =
                |name: &'static str, count| (0..count).map(move |index| (format!("{name}{index}"), "x"));
            let mut command = std::process::Command::new("sleep");
            command.arg("60").env_clear();
            command
                .envs(variables("A", before))
                .env("MARK", "1")
                .envs(variables("Z", after));
            let mut child = command.spawn().unwrap();
            let pid = i32::try_from(child.id()).unwrap();
            let mut found = Vec::new();
            for size in [16, 100, 4096, 65536] {
                let mut buffer = vec![0; size];
                found.push(is_marked(pid, b"MARK=", &mut buffer));
                assert!(!is_marked(pid, b"ARK=", &mut buffer));
            }
            let mut seen = false;
            each_process(&mut [0; 4096], |other| seen |= other == pid);
            let stat = stat(pid, &mut [0; 1024]);
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(found, [true; 4]);
            assert!(seen);
            assert_eq!(stat.unwrap().parent, i32::try_from(std::process::id()).unwrap());
        }
    }
}

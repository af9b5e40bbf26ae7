//! The control group of what is contained, seen by a guardian, which allocates nothing.

use super::process_files;
use super::system_calls::{self as system, Descriptor};

/// Whether a process is in the group of this path or below it: its last name is no other group's.
pub(super) fn has(group: &[u8], pid: i32, buffer: &mut [u8]) -> bool {
    let name = group.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    if name.is_empty() {
        return false;
    }
    let Some(file) = Descriptor::open(&process_files::path(pid, b"cgroup")) else {
        return false;
    };
    read_all(&file, buffer)
        .split(|byte| matches!(byte, b'/' | b'\n'))
        .any(|part| part == name)
}

fn read_all<'a>(file: &Descriptor, buffer: &'a mut [u8]) -> &'a [u8] {
    let mut length = 0;
    while let Some(free) = buffer.get_mut(length..).filter(|free| !free.is_empty()) {
        match file.read(free) {
            0 => break,
            count => length += count,
        }
    }
    buffer.get(..length).unwrap_or_default()
}

/// The group by its path, in a buffer in which the paths of its files are made.
pub(super) struct ControlGroup<'a> {
    buffer: &'a mut [u8],
    /// The length of the path; 0 where there is no group.
    length: usize,
}

impl<'a> ControlGroup<'a> {
    pub fn new(path: &[u8], buffer: &'a mut [u8]) -> Self {
        let mut group = Self { buffer, length: 0 };
        group.length = group.append(0, path).unwrap_or(0);
        group
    }

    /// Writes bytes and NUL behind so many, and returns how many there are then, without the NUL.
    fn append(&mut self, length: usize, bytes: &[u8]) -> Option<usize> {
        let end = length.checked_add(bytes.len())?;
        let (nul, place) = self.buffer.get_mut(length..=end)?.split_last_mut()?;
        place.copy_from_slice(bytes);
        *nul = 0;
        Some(end)
    }

    fn path(&self, length: usize) -> &[u8] {
        self.buffer.get(..=length).unwrap_or_default()
    }

    fn file(&mut self, name: &[u8]) -> Option<&[u8]> {
        if self.length == 0 {
            return None;
        }
        let end = self.append(self.length, name)?;
        Some(self.path(end))
    }

    /// Kills all in it and below it (`cgroup.kill`, Linux 5.14).
    pub fn kill(&mut self) {
        if let Some(file) = self.file(b"/cgroup.kill").and_then(Descriptor::open_to_write) {
            file.write(b"1");
        }
    }

    /// Removes it and those below it, if no process is in them. Whether there is none any more.
    pub fn remove_if_empty(&mut self, text: &mut [u8], entries: &mut [u8]) -> bool {
        let Some(events) = self.file(b"/cgroup.events").and_then(Descriptor::open) else {
            return true;
        };
        let text = read_all(&events, text);
        if !text
            .split(|&byte| byte == b'\n')
            .any(|line| line == b"populated 0")
        {
            return false;
        }
        drop(events);
        // The first that has none below it, until it is the group itself.
        loop {
            let Some(length) = self.first_leaf(entries) else {
                return false;
            };
            if !system::remove_directory(self.path(length)) {
                return false;
            }
            if length == self.length {
                return true;
            }
        }
    }

    /// Makes the path of a group without others below it. `None` when it is too long.
    fn first_leaf(&mut self, entries: &mut [u8]) -> Option<usize> {
        let mut length = self.append(self.length, b"")?;
        loop {
            let directory = Descriptor::open(self.path(length))?;
            let below = directory.find_entry(entries, |entry| {
                let is_group = entry.is_directory && entry.name != b"." && entry.name != b"..";
                is_group.then(|| self.append_below(length, entry.name))
            });
            match below {
                Some(below) => length = below?,
                None => return Some(length),
            }
        }
    }

    fn append_below(&mut self, length: usize, name: &[u8]) -> Option<usize> {
        let length = self.append(length, b"/")?;
        self.append(length, name)
    }
}

#[cfg(test)]
mod tests {
    use super::ControlGroup;
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    #[cfg_attr(miri, ignore = "Miri knows no getdents64(2) made by hand")]
    fn the_lowest_group_is_found_beside_files_and_more_entries_than_are_read_at_once() {
        let group = tempfile::tempdir().unwrap();
        let mut path = [0; 4096];
        let mut control_group = ControlGroup::new(group.path().as_os_str().as_bytes(), &mut path);
        let mut entries = [0; 256];
        for number in 0..50 {
            fs::write(group.path().join(format!("file{number}")), "").unwrap();
        }
        let length = control_group.first_leaf(&mut entries);
        assert_eq!(length, Some(control_group.length));
        let lowest = group.path().join("one/two/three");
        fs::create_dir_all(&lowest).unwrap();
        let length = control_group.first_leaf(&mut entries).unwrap();
        let (nul, found) = control_group.path(length).split_last().unwrap();
        assert_eq!((found, *nul), (lowest.as_os_str().as_bytes(), 0));
    }
}

//! Gives back what a guardian has of its parent's memory: each page that both have costs the parent
//! a copy when it writes there.

use super::system_calls::{self as system, Descriptor};
use crate::process_stat::number;

/// Unmaps the memory that no file is behind, but the mappings in which one of `keep` is, and those
/// that follow a file: the variables of a library, which might be needed for as little as copying
/// bytes.
///
/// # Safety
/// The caller uses nothing of it. Its stack, and what belongs to its thread, is in `keep`.
pub(super) unsafe fn release(keep: &[(usize, usize)], buffer: &mut [u8]) {
    let Some(file) = Descriptor::open(b"/proc/self/maps\0") else {
        return;
    };
    let mut previous = Line {
        start: 0,
        end: 0,
        has_file: false,
    };
    let mut kept = 0;
    loop {
        let Some(room) = buffer.get_mut(kept..) else {
            return;
        };
        let count = file.read(room);
        if count == 0 {
            return;
        }
        let length = kept + count;
        let text = buffer.get(..length).unwrap_or_default();
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        for line in text.get(..whole).unwrap_or_default().split(|&byte| byte == b'\n') {
            let Some(line) = parse(line) else {
                continue;
            };
            let follows_file = previous.has_file && previous.end == line.start;
            let is_kept = keep
                .iter()
                .any(|&(start, end)| line.start < end && start < line.end);
            previous = line;
            if !line.has_file && !follows_file && !is_kept {
                // SAFETY: the caller's promise.
                unsafe { system::unmap(line.start, line.end - line.start) };
            }
        }
        buffer.copy_within(whole..length, 0);
        kept = length - whole;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    start: usize,
    end: usize,
    /// Also for the pages that the kernel itself provides (`[vdso]`).
    has_file: bool,
}

/// A line of `/proc/PID/maps`: range, access, offset, device, inode and name.
fn parse(line: &[u8]) -> Option<Line> {
    let mut fields = line.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    let range = fields.next()?;
    let dash = range.iter().position(|&byte| byte == b'-')?;
    let inode = number::<u64>(fields.nth(3)?);
    let name = fields.next().unwrap_or_default();
    Some(Line {
        start: hexadecimal(range.get(..dash)?)?,
        end: hexadecimal(range.get(dash + 1..)?)?,
        // An inode may be too large for the function.
        has_file: inode != Some(0) || name.starts_with(b"[v"),
    })
}

fn hexadecimal(digits: &[u8]) -> Option<usize> {
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{Line, parse};

    #[test]
    fn lines_are_read_as_the_kernel_writes_them() {
        let line = |start, end, has_file| Some(Line { start, end, has_file });
        let heap = b"55d0c8a00000-55d0c8a21000 rw-p 00000000 00:00 0                          [heap]";
        assert_eq!(parse(heap), line(0x55d0_c8a0_0000, 0x55d0_c8a2_1000, false));
        assert_eq!(
            parse(b"1000-3000 rw-p 00000000 00:00 0 "),
            line(0x1000, 0x3000, false)
        );
        assert_eq!(
            parse(b"1000-3000 r--p 00000000 08:01 77 /lib/a b.so"),
            line(0x1000, 0x3000, true)
        );
        assert_eq!(
            parse(b"1000-3000 r--p 0 08:01 99999999999 /lib/a"),
            line(0x1000, 0x3000, true)
        );
        assert_eq!(
            parse(b"1000-3000 r-xp 0 00:00 0 [vdso]"),
            line(0x1000, 0x3000, true)
        );
        assert_eq!(parse(b""), None);
    }
}

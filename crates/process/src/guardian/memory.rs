//! Gives back what a guardian has of its parent's memory: each page that both have costs the parent
//! a copy when it writes there.

use super::system_calls::{self as system, Descriptor};
use crate::process_stat::number;

/// As large as a page of memory can be, in bytes: a multiple of every page's size.
const GRANULE: usize = 64 << 10;

/// Unmaps the memory that no file is behind, but what is in `keep`, and the mappings that follow a
/// file's: the variables of a library, which might be needed for as little as copying bytes.
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
        behind: Behind::Nothing,
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
            let follows_file = previous.behind == Behind::File && previous.end == line.start;
            previous = line;
            if line.behind == Behind::Nothing && !follows_file {
                for (start, end) in parts_outside(keep, line) {
                    // SAFETY: the caller's promise.
                    unsafe { system::unmap(start, end - start) };
                }
            }
        }
        buffer.copy_within(whole..length, 0);
        kept = length - whole;
    }
}

/// The parts of a mapping that are outside of all `keep`. The kernel makes one mapping of two that
/// touch, so the guardian's own memory may be in one with as much as there is.
fn parts_outside(keep: &[(usize, usize)], line: Line) -> impl Iterator<Item = (usize, usize)> {
    let mut at = line.start;
    std::iter::from_fn(move || {
        while at < line.end {
            let (start, end) = keep
                .iter()
                .map(|&(start, end)| (start - start % GRANULE, end.next_multiple_of(GRANULE)))
                .filter(|&(_, end)| end > at)
                .min()
                .unwrap_or((line.end, line.end));
            let part = (at, start.clamp(at, line.end));
            at = end;
            if part.0 < part.1 {
                return Some(part);
            }
        }
        None
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    start: usize,
    end: usize,
    behind: Behind,
}

/// What is behind a mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behind {
    /// Memory of this process's own.
    Nothing,
    /// A file of which changes are this process's own, as with programs and libraries.
    File,
    /// Memory or a file shared with others, or pages of the kernel's own (`[vdso]`).
    Shared,
}

/// A line of `/proc/PID/maps`: range, access, offset, device, inode and name.
fn parse(line: &[u8]) -> Option<Line> {
    let mut fields = line.split(|&byte| byte == b' ').filter(|field| !field.is_empty());
    let range = fields.next()?;
    let dash = range.iter().position(|&byte| byte == b'-')?;
    let access = fields.next()?;
    let inode = number::<u64>(fields.nth(2)?);
    let name = fields.next().unwrap_or_default();
    Some(Line {
        start: hexadecimal(range.get(..dash)?)?,
        end: hexadecimal(range.get(dash + 1..)?)?,
        behind: if access.ends_with(b"s") || name.starts_with(b"[v") {
            Behind::Shared
        } else if inode == Some(0) {
            Behind::Nothing
        } else {
            // An inode may be too large for the function.
            Behind::File
        },
    })
}

fn hexadecimal(digits: &[u8]) -> Option<usize> {
    usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{Behind, Line, parse, parts_outside};

    #[test]
    fn lines_are_read_as_the_kernel_writes_them() {
        let line = |start, end, behind| Some(Line { start, end, behind });
        let short = |behind| line(0x1000, 0x3000, behind);
        let heap = b"55d0c8a00000-55d0c8a21000 rw-p 00000000 00:00 0                          [heap]";
        assert_eq!(
            parse(heap),
            line(0x55d0_c8a0_0000, 0x55d0_c8a2_1000, Behind::Nothing)
        );
        assert_eq!(parse(b"1000-3000 rw-p 00000000 00:00 0 "), short(Behind::Nothing));
        assert_eq!(
            parse(b"1000-3000 r--p 00000000 08:01 77 /lib/a b.so"),
            short(Behind::File)
        );
        assert_eq!(
            parse(b"1000-3000 r--p 0 08:01 99999999999 /lib/a"),
            short(Behind::File)
        );
        assert_eq!(
            parse(b"1000-3000 rw-s 0 00:01 131767 /dev/zero (deleted)"),
            short(Behind::Shared)
        );
        assert_eq!(parse(b"1000-3000 r-xp 0 00:00 0 [vdso]"), short(Behind::Shared));
        assert_eq!(parse(b""), None);
    }

    #[test]
    fn a_mapping_is_given_back_but_for_what_is_kept() {
        let line = Line {
            start: 0x10_0000,
            end: 0x90_0000,
            behind: Behind::Nothing,
        };
        let outside = |keep: &[_]| parts_outside(keep, line).collect::<Vec<_>>();
        assert_eq!(outside(&[]), [(0x10_0000, 0x90_0000)]);
        assert_eq!(
            outside(&[(0x1000, 0x2000), (0x90_0000, 0x90_0001)]),
            [(0x10_0000, 0x90_0000)]
        );
        assert_eq!(outside(&[(0, 0x100_0000)]), []);
        assert_eq!(outside(&[(0x10_0000, 0x10_0001)]), [(0x11_0000, 0x90_0000)]);
        assert_eq!(outside(&[(0x8f_ffff, 0xa0_0000)]), [(0x10_0000, 0x8f_0000)]);
        assert_eq!(
            outside(&[
                (0x40_0000, 0x50_0000),
                (0x20_1234, 0x20_1235),
                (0x48_0000, 0x51_0000)
            ]),
            [
                (0x10_0000, 0x20_0000),
                (0x21_0000, 0x40_0000),
                (0x51_0000, 0x90_0000)
            ]
        );
    }
}

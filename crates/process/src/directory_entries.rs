//! The entries that `getdents64(2)` writes, read without allocating: by a child before it executes
//! its program, and by a guardian.

use crate::process_stat::number;

/// Where an entry has its length, and its name.
const LENGTH_AT: usize = 16;
const NAME_AT: usize = 19;

/// The number by which the first of these entries is named, if it is one, and the entry's length;
/// `None` where there is no entry.
pub(crate) fn first_number(entries: &[u8]) -> Option<(Option<usize>, usize)> {
    let &[low, high] = entries.get(LENGTH_AT..LENGTH_AT + 2)? else {
        return None;
    };
    let length = usize::from(u16::from_ne_bytes([low, high]));
    let name = entries.get(NAME_AT..)?;
    Some((number_of(name), length))
}

/// The number that a name of digits, ended by NUL, says. `.` and `..` say none.
fn number_of(name: &[u8]) -> Option<usize> {
    let digits = name.split(|&byte| byte == 0).next()?;
    number(digits)
}

#[cfg(test)]
mod tests {
    use super::number_of;

    #[test]
    fn names_of_digits_are_numbers() {
        assert_eq!(number_of(b"0\0"), Some(0));
        assert_eq!(number_of(b"1024\0rest"), Some(1024));
        for name in [
            &b".\0"[..],
            b"..\0",
            b"",
            b"\0",
            b"12a\0",
            b"99999999999999999999999\0",
        ] {
            assert_eq!(number_of(name), None);
        }
    }
}

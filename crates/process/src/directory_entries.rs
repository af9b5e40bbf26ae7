//! The entries that `getdents64(2)` writes, read without allocating: by a child before it executes
//! its program, and by a guardian.

use crate::process_stat::number;

/// Where an entry has its length, and its name; its kind is before the name.
const LENGTH_AT: usize = 16;
const NAME_AT: usize = 19;

/// An entry of a directory.
pub(crate) struct Entry<'a> {
    pub name: &'a [u8],
    pub is_directory: bool,
}

impl Entry<'_> {
    /// The number by which it is named, if it is one.
    pub fn number(&self) -> Option<usize> {
        number(self.name)
    }
}

/// The entries in these bytes.
pub(crate) struct Entries<'a>(pub &'a [u8]);

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let &[low, high, kind] = self.0.get(LENGTH_AT..NAME_AT)? else {
            return None;
        };
        let length = usize::from(u16::from_ne_bytes([low, high]));
        let name = self.0.get(NAME_AT..length)?;
        self.0 = self.0.get(length..)?;
        Some(Entry {
            name: name.split(|&byte| byte == 0).next()?,
            is_directory: kind == libc::DT_DIR,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Entries;

    fn entry(name: &[u8], kind: u8) -> Vec<u8> {
        let length = (19 + name.len() + 1).next_multiple_of(8);
        let mut bytes = vec![0xFF; length];
        bytes[16..18].copy_from_slice(&u16::try_from(length).unwrap().to_ne_bytes());
        bytes[18] = kind;
        bytes[19..][..name.len()].copy_from_slice(name);
        bytes[19 + name.len()] = 0;
        bytes
    }

    #[test]
    fn names_and_kinds_are_read_one_after_the_other() {
        let names = [&b"."[..], b"..", b"a name of some length", b"7"];
        let kinds = [libc::DT_DIR, libc::DT_DIR, libc::DT_REG, libc::DT_DIR];
        let bytes: Vec<u8> = names
            .into_iter()
            .zip(kinds)
            .flat_map(|(name, kind)| entry(name, kind))
            .collect();
        let read: Vec<_> = Entries(&bytes)
            .map(|entry| (entry.name, entry.is_directory))
            .collect();
        assert_eq!(
            read,
            [
                (names[0], true),
                (names[1], true),
                (names[2], false),
                (names[3], true)
            ]
        );
    }

    #[test]
    fn what_is_cut_is_no_entry() {
        let whole = entry(b"1024", libc::DT_LNK);
        for length in 0..whole.len() {
            assert!(Entries(&whole[..length]).next().is_none());
        }
        // An entry that says that it has no length.
        assert!(Entries(&[0; 64]).next().is_none());
    }

    #[test]
    fn names_of_digits_are_numbers() {
        let number = |name: &[u8]| Entries(&entry(name, libc::DT_LNK)).next().unwrap().number();
        assert_eq!(number(b"0"), Some(0));
        assert_eq!(number(b"1024"), Some(1024));
        for name in [&b"."[..], b"..", b"", b"12a", b"99999999999999999999999"] {
            assert_eq!(number(name), None);
        }
    }
}

//! What `/proc/PID/stat` says of a process or a thread (`proc_pid_stat(5)`), read without
//! allocating: a guardian does so too.

use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub state: u8,
    pub parent: i32,
    pub session: i32,
    pub threads: usize,
    /// When it was started, in ticks of the clock since the system was.
    pub started: u64,
}

impl Stat {
    /// The name of a program is between parentheses, and may hold some itself.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let after_name = text.iter().rposition(|&byte| byte == b')')? + 1;
        let mut fields = text
            .get(after_name..)?
            .split(u8::is_ascii_whitespace)
            .filter(|field| !field.is_empty());
        Some(Self {
            state: *fields.next()?.first()?,
            parent: number(fields.next()?)?,
            // The sixth field of all; the name is the second.
            session: number(fields.nth(1)?)?,
            // The 20th.
            threads: number(fields.nth(13)?)?,
            // The 22nd.
            started: number(fields.nth(1)?)?,
        })
    }

    /// Whether the process has ended. The first thread alone may: the others go on.
    pub const fn has_ended(&self) -> bool {
        matches!(self.state, b'Z' | b'X') && self.threads <= 1
    }
}

/// The number that a text says.
pub(crate) fn number<T: FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Stat;

    #[test]
    fn the_name_of_a_program_may_hold_anything() {
        let text = b"17 (a) R 1 (b) S 5 17 18 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 8123456789 44\n";
        let stat = Stat {
            state: b'S',
            parent: 5,
            session: 18,
            threads: 9,
            started: 8_123_456_789,
        };
        assert_eq!(Stat::parse(text), Some(stat));
        for text in [
            &b""[..],
            b"17 (a",
            b"17 (a)",
            b"17 (a) S",
            b"17 (a) S x 17 18",
            b"17 (a) S 5 17",
        ] {
            assert_eq!(Stat::parse(text), None);
        }
    }

    #[test]
    fn a_process_has_ended_with_its_last_thread() {
        let with = |state: u8, threads: usize| {
            let text = format!(
                "1 (a) {} 1 1 1 0 -1 0 1 2 3 4 5 6 7 8 20 0 {threads} 0 5 4",
                state as char
            );
            Stat::parse(text.as_bytes()).unwrap().has_ended()
        };
        assert!(with(b'Z', 1) && with(b'X', 0));
        assert!(!with(b'Z', 2) && !with(b'S', 1));
    }
}

//! Which signals there are: Windows has none, and libuv makes four numbers end a process.

use std::io;

/// What a signal's number asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Whether the process runs.
    Ask,
    /// Its end.
    End,
}

/// The numbers that the C runtime knows are below this one (`NSIG`).
const NUMBERS: i32 = 23;
/// libuv knows one more, for the size of a console's window.
const SIGWINCH: i32 = 28;

/// What a number means: 2 (`SIGINT`), 3 (`SIGQUIT`), 9 (`SIGKILL`) and 15 (`SIGTERM`) end a
/// process, 0 asks.
pub(super) fn meaning(number: i32) -> io::Result<Meaning> {
    match number {
        0 => Ok(Meaning::Ask),
        2 | 3 | 9 | 15 => Ok(Meaning::End),
        1..NUMBERS | SIGWINCH => Err(io::ErrorKind::Unsupported.into()),
        _ => Err(io::ErrorKind::InvalidInput.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Meaning, meaning};
    use std::io::ErrorKind;

    #[test]
    fn four_numbers_end_and_zero_asks() {
        let kind = |number| meaning(number).map_err(|error| error.kind());
        assert_eq!(kind(0), Ok(Meaning::Ask));
        for number in 1..23 {
            let expected = if [2, 3, 9, 15].contains(&number) {
                Ok(Meaning::End)
            } else {
                Err(ErrorKind::Unsupported)
            };
            assert_eq!(kind(number), expected, "{number}");
        }
        assert_eq!(kind(28), Err(ErrorKind::Unsupported));
        for number in [-1, 23, 1000] {
            assert_eq!(kind(number), Err(ErrorKind::InvalidInput), "{number}");
        }
    }
}

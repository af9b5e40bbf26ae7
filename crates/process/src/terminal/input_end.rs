//! How the input of a program in a terminal ends.

use rustix::io::Errno;
use rustix::termios::{LocalModes, SpecialCodeIndex, tcgetattr};
use std::os::fd::AsFd;

/// What is written to a terminal so that a program that reads lines reads the end of its input.
///
/// That is the character for it (Ctrl-D), at the beginning of a line; within a line, the first one
/// only hands over what there is of it. A program that does not read lines gets nothing: for it the
/// character would be input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct InputEnd {
    characters: [u8; 2],
    left: usize,
}

impl InputEnd {
    /// For the terminal as its modes are now.
    pub fn of(terminal: impl AsFd, within_line: bool) -> Result<Self, Errno> {
        let termios = tcgetattr(terminal)?;
        if !termios.local_modes.contains(LocalModes::ICANON) {
            return Ok(Self::default());
        }
        Ok(Self {
            characters: [termios.special_codes[SpecialCodeIndex::VEOF]; 2],
            left: if within_line { 2 } else { 1 },
        })
    }

    /// Whether a byte, written last, is not the end of a line.
    pub fn is_within_line(last: Option<u8>) -> bool {
        last.is_some_and(|byte| byte != b'\n' && byte != b'\r')
    }

    /// What is still to be written.
    pub fn rest(&self) -> &[u8] {
        &self.characters[..self.left]
    }

    /// So much of it was written.
    pub fn written(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count);
    }
}

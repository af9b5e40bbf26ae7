//! What a terminal is made with.

use super::TerminalMode;
use rustix::termios::Winsize;
use std::ffi::{OsStr, OsString};

/// The size of a terminal's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TerminalSize {
    /// Characters in a line.
    pub columns: u16,
    /// Lines.
    pub rows: u16,
    /// The width of the whole window in pixels; 0: not known.
    pub pixel_width: u16,
    /// The height of the whole window in pixels; 0: not known.
    pub pixel_height: u16,
}

impl TerminalSize {
    /// A window of so many characters.
    #[must_use]
    pub const fn new(columns: u16, rows: u16) -> Self {
        Self {
            columns,
            rows,
            pixel_width: 0,
            pixel_height: 0,
        }
    }

    /// The same with the size of the whole window in pixels, which programs that show pictures ask
    /// for.
    #[must_use]
    pub const fn pixels(self, width: u16, height: u16) -> Self {
        Self {
            pixel_width: width,
            pixel_height: height,
            ..self
        }
    }

    /// As the kernel takes it.
    pub(super) const fn to_kernel(self) -> Winsize {
        Winsize {
            ws_row: self.rows,
            ws_col: self.columns,
            ws_xpixel: self.pixel_width,
            ws_ypixel: self.pixel_height,
        }
    }
}

impl Default for TerminalSize {
    /// 80 columns, 24 rows.
    fn default() -> Self {
        Self::new(80, 24)
    }
}

/// What a terminal is made with, for [`Command::terminal`](crate::Command::terminal).
#[derive(Clone, Debug)]
pub struct TerminalSettings {
    pub(super) size: TerminalSize,
    pub(crate) name: OsString,
    pub(super) modes: Vec<(TerminalMode, bool)>,
    pub(super) raw: bool,
}

impl TerminalSettings {
    /// A terminal of 80 columns and 24 rows, of the kind `xterm-256color`, with the modes that the
    /// kernel gives to a new one, and [`TerminalMode::Utf8`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The size of the window.
    #[must_use]
    pub fn size(mut self, size: TerminalSize) -> Self {
        self.size = size;
        self
    }

    /// The kind of terminal by its name in the database of terminals (`terminfo(5)`): the child's
    /// variable `TERM`.
    #[must_use]
    pub fn name(mut self, name: impl AsRef<OsStr>) -> Self {
        name.as_ref().clone_into(&mut self.name);
        self
    }

    /// Turns a mode on or off before the child runs.
    #[must_use]
    pub fn mode(mut self, mode: TerminalMode, enabled: bool) -> Self {
        self.modes.push((mode, enabled));
        self
    }

    /// Whether the terminal is raw before the child runs:
    /// [`Terminal::set_raw_mode`](crate::Terminal::set_raw_mode), before the modes that are named.
    #[must_use]
    pub fn raw(mut self, enabled: bool) -> Self {
        self.raw = enabled;
        self
    }
}

impl Default for TerminalSettings {
    fn default() -> Self {
        Self {
            size: TerminalSize::default(),
            name: "xterm-256color".into(),
            modes: Vec::new(),
            raw: false,
        }
    }
}

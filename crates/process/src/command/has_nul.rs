//! Strings that hold a NUL byte, which no system call takes.

/// Where a command was given such a string. It is forgotten when all of that place is replaced, but
/// not with one argument or variable.
#[expect(clippy::struct_excessive_bools, reason = "each is a place of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HasNul {
    pub program: bool,
    pub directory: bool,
    pub arguments: bool,
    pub environment: bool,
}

impl HasNul {
    pub const fn anywhere(self) -> bool {
        self.program || self.directory || self.arguments || self.environment
    }
}

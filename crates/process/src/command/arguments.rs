//! The arguments of the child's program.

use super::{Command, system_string};
use std::ffi::OsStr;

impl Command {
    /// Adds an argument.
    #[cfg_attr(windows, doc = "It is quoted as Microsoft's C runtime expects.")]
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        let argument = system_string(argument.as_ref(), &mut self.has_nul.arguments);
        self.arguments.push(argument);
        self
    }

    /// Adds arguments.
    pub fn args<I>(&mut self, arguments: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        for argument in arguments {
            self.arg(argument);
        }
        self
    }

    /// What the program sees as its own name (`argv[0]`). Default: the program as it was given.
    pub fn arg0(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        let name = system_string(name.as_ref(), &mut self.has_nul.arguments);
        match self.arguments.first_mut() {
            Some(first) => *first = name,
            None => self.arguments.push(name),
        }
        self
    }

    /// All arguments at once, the program's own name (`argv[0]`) first; in place of those given
    /// before.
    pub fn arguments<I>(&mut self, arguments: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        self.arguments.clear();
        self.has_nul.arguments = false;
        self.args(arguments)
    }
}

//! The variables of the child's environment.

use super::Command;
use crate::c_string::c_string;
use crate::environment::Environment;
use std::ffi::OsStr;

impl Command {
    /// Sets a variable of the child's environment.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        let value = value.as_ref();
        self.environment
            .change(name.as_ref(), Some(value), &mut self.has_nul);
        self
    }

    /// Sets variables of the child's environment.
    pub fn envs<I, N, V>(&mut self, variables: I) -> &mut Self
    where
        I: IntoIterator<Item = (N, V)>,
        N: AsRef<OsStr>,
        V: AsRef<OsStr>,
    {
        for (name, value) in variables {
            self.env(name, value);
        }
        self
    }

    /// Takes a variable out of the child's environment.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.environment.change(name.as_ref(), None, &mut self.has_nul);
        self
    }

    /// Empties the child's environment: it has what is set from here on.
    pub fn env_clear(&mut self) -> &mut Self {
        self.environment = Environment::exactly(Vec::new());
        self
    }

    /// The child's whole environment as the strings that `execve(2)` takes, `NAME=value` by custom.
    /// In place of what was said before.
    pub fn environment<I>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        let has_nul = &mut self.has_nul;
        let pairs = pairs.into_iter().map(|pair| c_string(pair.as_ref(), has_nul));
        self.environment = Environment::exactly(pairs.collect());
        self
    }

    /// Hands the C library's `environ` to the child as it is at the moment of the spawn, which
    /// saves copying it. In place of what was said before.
    ///
    /// # Safety
    /// While the command is spawned, no other thread changes the environment, be it by
    /// [`std::env::set_var`] or by `setenv(3)`.
    pub unsafe fn live_environment(&mut self) -> &mut Self {
        self.environment = Environment::live();
        self
    }
}

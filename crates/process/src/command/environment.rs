//! The variables of the child's environment.

use super::{Command, Environment, system_string};
use std::ffi::OsStr;

impl Command {
    /// Sets a variable of the child's environment.
    #[cfg_attr(windows, doc = "Names have no case.")]
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        let value = value.as_ref();
        self.environment
            .change(name.as_ref(), Some(value), &mut self.has_nul.environment);
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
    #[cfg_attr(
        windows,
        doc = "One of those without which parts of Windows fail (see
[`environment`](Self::environment)) is there nevertheless."
    )]
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.environment
            .change(name.as_ref(), None, &mut self.has_nul.environment);
        self
    }

    /// Empties the child's environment: it has what is set from here on.
    #[cfg_attr(
        windows,
        doc = "And the variables without which parts of Windows fail (see
[`environment`](Self::environment))."
    )]
    pub fn env_clear(&mut self) -> &mut Self {
        self.environment = Environment::exactly(Vec::new());
        self.has_nul.environment = false;
        self
    }

    /// The child's whole environment, as strings `NAME=value`, in place of what was said before.
    #[cfg_attr(unix, doc = "The form is a custom: `execve(2)` takes any strings.")]
    #[cfg_attr(
        windows,
        doc = "Of several that have the same name, without case, the first counts.

As in libuv, `HOMEDRIVE`, `HOMEPATH`, `LOGONSERVER`, `PATH`, `SYSTEMDRIVE`, `SYSTEMROOT`, `TEMP`, `USERDOMAIN`,
`USERNAME`, `USERPROFILE` and `WINDIR` are taken from this process when they are missing."
    )]
    pub fn environment<I>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        let has_nul = &mut self.has_nul.environment;
        *has_nul = false;
        let pairs = pairs
            .into_iter()
            .map(|pair| system_string(pair.as_ref(), has_nul));
        self.environment = Environment::exactly(pairs.collect());
        self
    }

    /// Hands the C library's `environ` to the child as it is at the moment of the spawn, which
    /// saves copying it. In place of what was said before.
    ///
    /// # Safety
    /// While the command is spawned, no other thread changes the environment, be it by
    /// [`std::env::set_var`] or by `setenv(3)`.
    #[cfg(unix)]
    pub unsafe fn live_environment(&mut self) -> &mut Self {
        self.environment = Environment::live();
        self.has_nul.environment = false;
        self
    }
}

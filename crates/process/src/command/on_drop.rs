//! What a command asks for in case that nobody waits for its child.

use super::Command;

/// What is done with a child that is dropped before it was reaped.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OnDrop {
    /// It is killed, and reaped.
    pub kill: bool,
    /// It is reaped when it ends.
    pub reap: bool,
}

impl Command {
    /// Whether the child is killed (`SIGKILL`), and reaped, when its [`Child`](crate::Child) or
    /// `AsyncChild` is dropped while it runs; a future of `Capture::run_async` drops it too.
    /// Default: `false`.
    ///
    /// What the child has started goes on, also when it is contained (`Command::contain`).
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// let child = Command::new("sleep").arg("600").kill_on_drop(true).spawn()?;
    /// drop(child); // It does not run for ten minutes.
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn kill_on_drop(&mut self, enabled: bool) -> &mut Self {
        self.on_drop.kill = enabled;
        self
    }

    /// Whether the child is left to the [`reaper`](crate::reaper) when its [`Child`](crate::Child)
    /// is dropped before one of the waits has reaped it: it runs on, and leaves no zombie. (An
    /// `AsyncChild` always is.) Default: `false`, as in the standard library.
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// for _ in 0..3 {
    ///     Command::new("true").reap_on_drop(true).spawn()?; // Nobody waits for it.
    /// }
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn reap_on_drop(&mut self, enabled: bool) -> &mut Self {
        self.on_drop.reap = enabled;
        self
    }
}

//! Which signals the child ignores and blocks.

use super::Command;

/// Which signals the child ignores and blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Signals {
    /// None: as if nobody had ever touched them.
    #[default]
    Reset,
    /// Those that the thread which spawns it ignores and blocks, but for `SIGPIPE`.
    Kept,
}

impl Command {
    /// Whether the child ignores the signals that this process ignores, as with `nohup`, and blocks
    /// those that the calling thread blocks: what `execve(2)` does, and [`std::process`], which
    /// makes one exception too: `SIGPIPE`, which Rust's runtime ignores, has its default action in
    /// the child. Default: `false`.
    ///
    /// By default the signals of the child are as if nobody had ever touched them: every signal has
    /// its default action and none is blocked, whatever this process ignores or blocks. (On Linux,
    /// real-time signals that it ignores stay ignored.) So a program that `nohup` started passes on
    /// its being spared from `SIGHUP` only with this.
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// // SAFETY: to ignore a signal runs no code.
    /// unsafe { libc::signal(libc::SIGHUP, libc::SIG_IGN) };
    /// let mut spared = Command::new("sh");
    /// spared.args(["-c", "kill -HUP $$; echo spared"]).keep_signals(true);
    /// assert_eq!(spared.output()?.stdout(), b"spared\n");
    /// # Ok::<(), rt_process::SpawnError>(())
    /// ```
    pub fn keep_signals(&mut self, enabled: bool) -> &mut Self {
        self.signals = if enabled { Signals::Kept } else { Signals::Reset };
        self
    }
}

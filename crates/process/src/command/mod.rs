//! What is to be started.

mod arguments;
mod environment;
mod has_nul;
mod on_drop;
mod plan;
mod setup;
mod signals;
mod terminal;

use crate::c_string::c_string as system_string;
use crate::descriptors::{ChildDescriptor, OtherDescriptors};
use crate::environment::Environment;
use crate::terminal::TerminalSettings;
use has_nul::HasNul;
pub(crate) use on_drop::OnDrop;
pub(crate) use setup::Setup;
#[cfg(target_os = "linux")]
pub(crate) use setup::{CpuSet, NO_CPUS};
pub(crate) use signals::Signals;
use std::ffi::{CString, OsStr};
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
#[cfg(target_os = "linux")]
use std::sync::Arc;

/// What is to be started: program, arguments, environment, descriptors, identity. Made once, it can
/// be spawned any number of times.
///
/// The methods are named as those of [`std::process::Command`] and its extension for Unix. A string
/// with a NUL byte, which no system call takes, is noticed by the spawn, which fails with
/// [`SpawnStep::Strings`](crate::SpawnStep::Strings).
///
/// What differs from the standard library without being asked for: no descriptor but 0, 1 and 2
/// reaches the child ([`other_descriptors`](Self::other_descriptors)), and signals that this
/// process ignores or blocks have their default actions in the child and are not blocked
/// ([`keep_signals`](Self::keep_signals)).
///
/// ```
/// use rt_process::{ChildDescriptor, Command};
///
/// let mut child = Command::new("tr")
///     .args(["a-z", "A-Z"])
///     .stdin(ChildDescriptor::Pipe)
///     .stdout(ChildDescriptor::Pipe)
///     .spawn()?;
/// std::io::Write::write_all(&mut child.take_stdin().unwrap(), b"hello")?;
/// let text = std::io::read_to_string(child.take_stdout().unwrap())?;
/// assert_eq!(text, "HELLO");
/// assert!(child.wait()?.success());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Command {
    pub(crate) program: CString,
    pub(crate) arguments: Vec<CString>,
    pub(crate) environment: Environment,
    pub(crate) working_directory: Option<CString>,
    pub(crate) descriptors: Vec<ChildDescriptor>,
    pub(crate) other_descriptors: OtherDescriptors,
    pub(crate) new_session: bool,
    pub(crate) process_group: Option<i32>,
    pub(crate) user: Option<u32>,
    pub(crate) group: Option<u32>,
    pub(crate) parent_death_signal: Option<i32>,
    pub(crate) on_drop: OnDrop,
    pub(crate) signals: Signals,
    /// Which of the pipes of descriptors 0 to 2 carry bytes one way only.
    pub(crate) one_way: [bool; 3],
    pub(crate) setup: Option<Box<Setup>>,
    #[cfg(target_os = "linux")]
    pub(crate) contained: bool,
    pub(crate) terminal: Option<Box<TerminalSettings>>,
    /// The path of the terminal that was made for the child.
    pub(crate) terminal_path: Option<CString>,
    /// The control group that the child is started in.
    #[cfg(target_os = "linux")]
    pub(crate) control_group: Option<Arc<OwnedFd>>,
    pub(crate) has_nul: HasNul,
    /// A number of a descriptor was given that none can have.
    pub(crate) bad_number: bool,
}

/// The default of the kernel's limit on the descriptors of a process (`fs.nr_open`, `proc(5)`).
pub(crate) const MOST_DESCRIPTORS: usize = 1 << 20;

impl Command {
    /// A command that runs `program` with its name as only argument, this process's environment and
    /// descriptors 0, 1 and 2.
    ///
    /// A name without a slash is looked up in the `PATH` of the child's environment, or in
    /// `/usr/bin:/bin` when it has none.
    ///
    /// A script without `#!`, which the kernel refuses (`ENOEXEC`), is run by `/bin/sh`, as by
    /// `execvp(3)`; but not by a program that is linked with musl, whose `execvp` refuses it.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut has_nul = HasNul::default();
        let program = system_string(program.as_ref(), &mut has_nul.program);
        Self {
            arguments: vec![program.clone()],
            program,
            environment: Environment::default(),
            working_directory: None,
            descriptors: vec![ChildDescriptor::Default; 3],
            other_descriptors: OtherDescriptors::default(),
            new_session: false,
            process_group: None,
            user: None,
            group: None,
            parent_death_signal: None,
            on_drop: OnDrop::default(),
            signals: Signals::default(),
            one_way: [false; 3],
            setup: None,
            #[cfg(target_os = "linux")]
            contained: false,
            terminal: None,
            terminal_path: None,
            #[cfg(target_os = "linux")]
            control_group: None,
            has_nul,
            bad_number: false,
        }
    }

    /// The child's working directory. Default: this process's. A relative program is searched from
    /// there.
    pub fn current_dir(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.has_nul.directory = false;
        self.working_directory = Some(system_string(path.as_ref(), &mut self.has_nul.directory));
        self
    }

    /// Which of this process's descriptors that the plan does not name reach the child. Default:
    /// none.
    pub fn other_descriptors(&mut self, others: OtherDescriptors) -> &mut Self {
        self.other_descriptors = others;
        self
    }

    /// Whether the child leads a session and process group of its own (`setsid(2)`). Default:
    /// `false`.
    pub fn new_session(&mut self, enabled: bool) -> &mut Self {
        self.new_session = enabled;
        self
    }

    /// The process group that the child joins; 0: a new one, which it leads (`setpgid(2)`).
    /// Default: this process's.
    ///
    /// A child with a [session of its own](Self::new_session) leads a group of its own already: 0
    /// asks for nothing more, and any other group, which is of another session, is refused with
    /// `EPERM`, as one that does not exist is ([`SpawnStep::Session`](crate::SpawnStep::Session)).
    pub fn process_group(&mut self, group: i32) -> &mut Self {
        self.process_group = Some(group);
        self
    }

    /// The user identity of the child (`setuid(2)`). Supplementary groups are dropped when the
    /// process may do so. Default: this process's.
    pub fn uid(&mut self, id: u32) -> &mut Self {
        self.user = Some(id);
        self
    }

    /// The group identity of the child (`setgid(2)`). Supplementary groups are dropped when the
    /// process may do so. Default: this process's.
    pub fn gid(&mut self, id: u32) -> &mut Self {
        self.group = Some(id);
        self
    }

    /// The number of the signal that the child gets when this process ends, however it ends
    /// (`PR_SET_PDEATHSIG`). Default: none.
    ///
    /// The kernel sends it when the *thread* ends that started the child; such children are
    /// therefore started by a thread of this crate that runs as long as the process: what a thread
    /// has of its own (namespaces, filters of system calls), they have from that one. The child's
    /// own children do not get the signal, nor does a program that runs with other rights than its
    /// caller (set-user-ID, set-group-ID or file capabilities), or a child of another user that
    /// this process may not signal. When this process executes another program, that thread ends,
    /// and the signal is sent.
    ///
    /// Together with [`contain`](Self::contain), all that the child contains gets the signal, from
    /// a process that waits for the end of this one (`rt-guardian`): a fork of this process, which
    /// holds no descriptor and gives the memory back at once. It ends when nothing is left to
    /// guard.
    pub fn parent_death_signal(&mut self, signal: i32) -> &mut Self {
        self.parent_death_signal = Some(signal);
        self
    }

    /// Whether all that the child starts stays reachable, by
    /// [`Child::send_signal_to_tree`](crate::Child::send_signal_to_tree) and
    /// [`Child::kill_tree`](crate::Child::kill_tree): also descendants whose parent has ended or
    /// that have taken a session of their own, as daemons do, and when the child itself has ended.
    /// Default: `false`.
    ///
    /// The child leads a session of its own, as by [`new_session`](Self::new_session), and gets a
    /// variable into its environment that no other child has and that its descendants inherit.
    /// Where this process may make control groups (`cgroups(7)`: version 2 is mounted, and its own
    /// group's directory may be written to; Linux 5.7), the child is started in one of its own,
    /// which is removed when it is empty. [`Child::containment`](crate::Child::containment) says
    /// so.
    ///
    /// What escapes: what other programs start on its behalf, as `systemd-run` and `docker run` do.
    /// Of a child that is in no control group, and of a process that was moved out of it, also one
    /// that neither has the variable, nor is in the child's session or one that a process leads
    /// that was found, nor has a parent that was found; the environment of processes of other users
    /// can be read by root alone.
    ///
    /// ```
    /// use rt_process::Command;
    ///
    /// let daemon = Command::new("sh").args(["-c", "setsid sleep 600 &"]).contain(true).spawn()?;
    /// daemon.wait()?;
    /// assert_eq!(daemon.kill_tree()?.signalled.len(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(target_os = "linux")]
    pub fn contain(&mut self, enabled: bool) -> &mut Self {
        self.contained = enabled;
        self
    }
}

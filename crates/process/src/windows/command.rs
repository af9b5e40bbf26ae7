//! What is to be started.

#[path = "../command/arguments.rs"]
mod arguments;
#[path = "../command/environment.rs"]
mod environment;
#[path = "../command/has_nul.rs"]
mod has_nul;
#[path = "../command/plan.rs"]
mod plan;

use super::environment::Environment;
use super::stdio::{ChildDescriptor, MOST_DESCRIPTORS};
use super::wide::wide as system_string;
use has_nul::HasNul;
use std::ffi::OsStr;

/// What is to be started: program, arguments, environment, descriptors. Made once, it can be
/// spawned any number of times.
///
/// The methods are named as those of [`std::process::Command`], and as this crate's on Linux where
/// these mean the same. A string with a NUL character is noticed by the spawn, which fails with
/// [`SpawnStep::Strings`](crate::SpawnStep::Strings).
///
/// ```
/// use rt_process::Command;
///
/// let output = Command::new("cmd").args(["/d", "/c", "echo hello"]).output()?;
/// assert_eq!(output.stdout(), b"hello\r\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Clone, Debug)]
pub struct Command {
    pub(super) program: Vec<u16>,
    pub(super) arguments: Vec<Vec<u16>>,
    pub(super) verbatim: bool,
    pub(super) environment: Environment,
    pub(super) working_directory: Option<Vec<u16>>,
    pub(super) descriptors: Vec<ChildDescriptor>,
    pub(super) detached: bool,
    pub(super) hidden: bool,
    pub(super) kill_on_drop: bool,
    pub(super) has_nul: HasNul,
    /// A number of a descriptor was given that none can have.
    pub(super) bad_number: bool,
}

impl Command {
    /// A command that runs `program` with its name as only argument, this process's environment and
    /// standard handles.
    ///
    /// A name is looked up in the working directory of the child, unless this process forbids that
    /// (`NoDefaultCurrentDirectoryInExePath`), and in the `PATH` of its environment; a path is
    /// taken as relative to the working directory. A name that has an extension is tried as it is,
    /// and then, as any, with `.com` and `.exe` after it. `PATHEXT` is not looked at, and a batch
    /// file is refused ([`SpawnStep::Execute`](crate::SpawnStep::Execute)).
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut has_nul = HasNul::default();
        let program = system_string(program.as_ref(), &mut has_nul.program);
        Self {
            arguments: vec![program.clone()],
            program,
            verbatim: false,
            environment: Environment::default(),
            working_directory: None,
            descriptors: vec![ChildDescriptor::Default; 3],
            detached: false,
            hidden: false,
            kill_on_drop: false,
            has_nul,
            bad_number: false,
        }
    }

    /// Whether the arguments are only joined by spaces, without quoting, for programs that read
    /// their command line by rules of their own, as `cmd.exe` does. Default: `false`.
    pub fn verbatim_arguments(&mut self, enabled: bool) -> &mut Self {
        self.verbatim = enabled;
        self
    }

    /// The child's working directory. Default: this process's. A relative program is searched from
    /// there.
    pub fn current_dir(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.has_nul.directory = false;
        self.working_directory = Some(system_string(path.as_ref(), &mut self.has_nul.directory));
        self
    }

    /// Whether the child may outlive this process, and has no console and a process group of its
    /// own (`DETACHED_PROCESS`, `CREATE_NEW_PROCESS_GROUP`). Default: `false`.
    pub fn detached(&mut self, enabled: bool) -> &mut Self {
        self.detached = enabled;
        self
    }

    /// Whether the child's windows are hidden, and its console, when it is given no handle of this
    /// process (`CREATE_NO_WINDOW`). Default: `false`.
    pub fn hide_window(&mut self, enabled: bool) -> &mut Self {
        self.hidden = enabled;
        self
    }

    /// Whether the child is ended when its [`Child`](crate::Child) is dropped while it runs.
    /// Default: `false`.
    pub fn kill_on_drop(&mut self, enabled: bool) -> &mut Self {
        self.kill_on_drop = enabled;
        self
    }
}

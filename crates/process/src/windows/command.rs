//! What is to be started.

use super::environment::Environment;
use super::stdio::{ChildDescriptor, MOST_DESCRIPTORS};
use super::wide::wide;
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
    /// A string was given that holds a NUL character.
    pub(super) has_nul: bool,
    /// What was given as the number of a descriptor, and can be none.
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
        let mut has_nul = false;
        let program = wide(program.as_ref(), &mut has_nul);
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

    /// Adds an argument. It is quoted as Microsoft's C runtime expects.
    pub fn arg(&mut self, argument: impl AsRef<OsStr>) -> &mut Self {
        let argument = wide(argument.as_ref(), &mut self.has_nul);
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
        let name = wide(name.as_ref(), &mut self.has_nul);
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
        self.args(arguments)
    }

    /// Whether the arguments are only joined by spaces, without quoting, for programs that read
    /// their command line by rules of their own, as `cmd.exe` does. Default: `false`.
    pub fn verbatim_arguments(&mut self, enabled: bool) -> &mut Self {
        self.verbatim = enabled;
        self
    }

    /// Sets a variable of the child's environment. Names have no case.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        let name = wide(name.as_ref(), &mut self.has_nul);
        let value = wide(value.as_ref(), &mut self.has_nul);
        self.environment.change(&name, Some(&value));
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

    /// Takes a variable out of the child's environment. One of those without which parts of Windows
    /// fail (see [`environment`](Self::environment)) is there nevertheless.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        let name = wide(name.as_ref(), &mut self.has_nul);
        self.environment.change(&name, None);
        self
    }

    /// Empties the child's environment: it has what is set from here on, and the variables without
    /// which parts of Windows fail (see [`environment`](Self::environment)).
    pub fn env_clear(&mut self) -> &mut Self {
        self.environment = Environment::exactly(Vec::new());
        self
    }

    /// The child's whole environment as strings `NAME=value`, in place of what was said before. Of
    /// several that have the same name, without case, the first counts.
    ///
    /// As in libuv, `HOMEDRIVE`, `HOMEPATH`, `LOGONSERVER`, `PATH`, `SYSTEMDRIVE`, `SYSTEMROOT`,
    /// `TEMP`, `USERDOMAIN`, `USERNAME`, `USERPROFILE` and `WINDIR` are taken from this process
    /// when they are missing.
    pub fn environment<I>(&mut self, pairs: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        let has_nul = &mut self.has_nul;
        let pairs = pairs.into_iter().map(|pair| wide(pair.as_ref(), has_nul));
        self.environment = Environment::exactly(pairs.collect());
        self
    }

    /// The child's working directory. Default: this process's. A relative program is searched from
    /// there.
    pub fn current_dir(&mut self, path: impl AsRef<OsStr>) -> &mut Self {
        self.working_directory = Some(wide(path.as_ref(), &mut self.has_nul));
        self
    }

    /// What descriptor 0 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stdin(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(0, descriptor)
    }

    /// What descriptor 1 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stdout(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(1, descriptor)
    }

    /// What descriptor 2 of the child is. Default: [`ChildDescriptor::Default`].
    pub fn stderr(&mut self, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        self.descriptor(2, descriptor)
    }

    /// What the descriptor of the child with this number is. Numbers from 3 upwards of which
    /// nothing is said are not open.
    ///
    /// A number that no descriptor can have, negative or from 255 upwards, makes the spawn fail
    /// with [`SpawnStep::Descriptors`](crate::SpawnStep::Descriptors) and `ERROR_NOT_SUPPORTED`.
    pub fn descriptor(&mut self, number: i32, descriptor: impl Into<ChildDescriptor>) -> &mut Self {
        let position = match usize::try_from(number) {
            Ok(position) if position < MOST_DESCRIPTORS => position,
            _ => {
                self.bad_number = true;
                return self;
            }
        };
        if self.descriptors.len() <= position {
            self.descriptors.resize(position + 1, ChildDescriptor::Default);
        }
        self.descriptors[position] = descriptor.into();
        self
    }

    /// What each descriptor of the child is, from 0 upwards; in place of what was said before.
    /// Fewer than three are filled up with the null device. More than 255 make the spawn fail.
    pub fn descriptors(&mut self, plan: impl Into<Vec<ChildDescriptor>>) -> &mut Self {
        self.descriptors = plan.into();
        self.bad_number = false;
        if self.descriptors.len() < 3 {
            self.descriptors.resize(3, ChildDescriptor::NullDevice);
        }
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

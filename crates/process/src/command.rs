//! What is to be started.

use crate::descriptors::{ChildDescriptor, OtherDescriptors};
use std::ffi::{CString, NulError, OsStr};
use std::os::unix::ffi::OsStrExt;

/// What is to be started: program, arguments, environment, descriptors, identity.
///
/// Made once, it can be spawned any number of times.
#[derive(Clone, Debug)]
pub struct Command {
    pub(crate) program: CString,
    pub(crate) arguments: Vec<CString>,
    pub(crate) environment: Option<Vec<CString>>,
    pub(crate) working_directory: Option<CString>,
    pub(crate) descriptors: Vec<ChildDescriptor>,
    pub(crate) other_descriptors: OtherDescriptors,
    pub(crate) new_session: bool,
    pub(crate) user: Option<u32>,
    pub(crate) group: Option<u32>,
}

impl Command {
    /// A command that runs `program` with its name as only argument, this process's environment and descriptors 0, 1 and 2.
    ///
    /// A name without a slash is looked up in the `PATH` of the child's environment, or in `/usr/bin:/bin` when it has none.
    ///
    /// # Errors
    /// When `program` holds a NUL byte.
    pub fn new(program: impl AsRef<OsStr>) -> Result<Self, NulError> {
        let program = CString::new(program.as_ref().as_bytes())?;
        Ok(Self {
            arguments: vec![program.clone()],
            program,
            environment: None,
            working_directory: None,
            descriptors: (0..3).map(ChildDescriptor::Inherit).collect(),
            other_descriptors: OtherDescriptors::default(),
            new_session: false,
            user: None,
            group: None,
        })
    }

    /// All arguments of the program, its own name (`argv[0]`) first.
    ///
    /// # Errors
    /// When an argument holds a NUL byte.
    pub fn arguments<I>(&mut self, arguments: I) -> Result<&mut Self, NulError>
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        self.arguments = c_strings(arguments)?;
        Ok(self)
    }

    /// The child's whole environment as `NAME=value` strings. Default: the environment of this process at the moment of the spawn.
    ///
    /// The default reads the C library's `environ`: no other thread may change the environment meanwhile (`setenv(3)` is not thread-safe).
    ///
    /// # Errors
    /// When a string holds a NUL byte.
    pub fn environment<I>(&mut self, pairs: I) -> Result<&mut Self, NulError>
    where
        I: IntoIterator,
        I::Item: AsRef<OsStr>,
    {
        self.environment = Some(c_strings(pairs)?);
        Ok(self)
    }

    /// The child's working directory. Default: this process's.
    ///
    /// # Errors
    /// When the path holds a NUL byte.
    pub fn working_directory(&mut self, path: impl AsRef<OsStr>) -> Result<&mut Self, NulError> {
        self.working_directory = Some(CString::new(path.as_ref().as_bytes())?);
        Ok(self)
    }

    /// What each descriptor of the child is, from 0 upwards. Fewer than three are filled up with the null device.
    pub fn descriptors(&mut self, plan: impl Into<Vec<ChildDescriptor>>) -> &mut Self {
        self.descriptors = plan.into();
        while self.descriptors.len() < 3 {
            self.descriptors.push(ChildDescriptor::NullDevice);
        }
        self
    }

    /// What becomes of this process's descriptors that the plan does not name. Default: none reaches the child.
    pub fn other_descriptors(&mut self, others: OtherDescriptors) -> &mut Self {
        self.other_descriptors = others;
        self
    }

    /// Whether the child leads a session and process group of its own (`setsid(2)`). Default: `false`.
    pub fn new_session(&mut self, enabled: bool) -> &mut Self {
        self.new_session = enabled;
        self
    }

    /// The user identity of the child (`setuid(2)`). Supplementary groups are dropped when the process may do so. Default: this process's.
    pub fn user(&mut self, id: u32) -> &mut Self {
        self.user = Some(id);
        self
    }

    /// The group identity of the child (`setgid(2)`). Supplementary groups are dropped when the process may do so. Default: this process's.
    pub fn group(&mut self, id: u32) -> &mut Self {
        self.group = Some(id);
        self
    }
}

fn c_strings<I>(strings: I) -> Result<Vec<CString>, NulError>
where
    I: IntoIterator,
    I::Item: AsRef<OsStr>,
{
    strings
        .into_iter()
        .map(|string| CString::new(string.as_ref().as_bytes()))
        .collect()
}

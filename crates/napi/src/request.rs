//! The request that crosses the boundary: a text and numbers.
//!
//! Not an object: reading or writing a member is a call of Node-API that makes a string of its
//! name, and there would be some twenty of them in each spawn.

use napi_derive::napi;
use std::str::Split;

/// In the descriptors of a request: the null device.
#[napi]
pub const NULL_DEVICE: i32 = i32::MIN;
/// In the descriptors of a request: not open in the child.
#[napi]
pub const CLOSED: i32 = i32::MIN + 1;
/// In the descriptors of a request: a new pipe, whose other end the outcome holds.
#[napi]
pub const PIPE: i32 = i32::MIN + 2;
/// In the descriptors of a request: a new channel for messages, whose other end the outcome holds;
/// on Windows a pipe of which the child's end is overlapped, too.
#[napi]
pub const CHANNEL: i32 = i32::MIN + 3;

/// The flags of a request; `ts/child_process/native/spawn-exchange.ts` names them alike.
#[derive(Clone, Copy)]
pub(crate) struct Flags(pub i32);

impl Flags {
    /// The child leads a session of its own; on Windows it may outlive this process.
    pub const NEW_SESSION: i32 = 1;
    /// The text names a working directory.
    const HAS_DIRECTORY: i32 = 2;
    /// The text ends with the child's environment, which otherwise is the live one of this process.
    const HAS_ENVIRONMENT: i32 = 4;
    /// The numbers have the child's user identity.
    pub const HAS_USER: i32 = 8;
    /// The numbers have the child's group identity.
    pub const HAS_GROUP: i32 = 16;
    /// Behind the descriptors, the numbers say what is set up in the child.
    #[cfg(target_os = "linux")]
    pub const HAS_SETUP: i32 = 32;
    /// The text names the kind of a terminal, and behind the descriptors the numbers say what it
    /// is.
    const HAS_TERMINAL: i32 = 64;
    /// The child's windows are hidden (Windows only).
    #[cfg(windows)]
    pub const HIDDEN: i32 = 128;
    /// The parent's ends of pipes stay in the addon, and the outcome has their names.
    #[cfg(target_os = "linux")]
    pub const HOLDS_PIPES: i32 = 256;
    /// What the child starts stays reachable.
    #[cfg(target_os = "linux")]
    pub const CONTAINED: i32 = 1 << 23;
    /// From this bit on, the number of the signal that the child gets when this process ends; 0:
    /// none.
    #[cfg(target_os = "linux")]
    pub const DEATH_SIGNAL: u32 = 24;

    pub const fn has(self, flag: i32) -> bool {
        self.0 & flag != 0
    }
}

/// What is to be started: the program, the working directory and the kind of a terminal where there
/// is one, the arguments and the environment's `NAME=value` strings, each string ended by NUL. And
/// the numbers: flags, user and group identity, how many arguments and how many descriptors there
/// are, and then what each descriptor of the child is: a descriptor of this process, or one of the
/// constants above; what its terminal is, and at last what is set up in the child.
#[cfg_attr(
    windows,
    expect(
        dead_code,
        reason = "identities, terminals and what is set up are not for Windows"
    )
)]
pub(crate) struct Request<'a> {
    pub flags: Flags,
    pub user: i32,
    pub group: i32,
    pub program: &'a str,
    pub directory: Option<&'a str>,
    /// The kind of the terminal.
    pub terminal: Option<&'a str>,
    pub descriptors: &'a [i32],
    /// What is behind the descriptors.
    pub behind: &'a [i32],
    argument_count: usize,
    strings: Split<'a, char>,
}

impl<'a> Request<'a> {
    /// `None` when the numbers do not fit the text, or a string holds a NUL of its own, which this
    /// package's own calls do not do.
    pub fn read(text: &'a str, numbers: &'a [i32]) -> Option<Self> {
        let &[
            flags,
            user,
            group,
            argument_count,
            descriptor_count,
            ref rest @ ..,
        ] = numbers
        else {
            return None;
        };
        let flags = Flags(flags);
        let (descriptors, behind) = rest.split_at_checked(usize::try_from(descriptor_count).ok()?)?;
        let mut strings = text.strip_suffix('\0')?.split('\0');
        let program = strings.next()?;
        let mut string_if = |has: bool| if has { strings.next().map(Some) } else { Some(None) };
        let directory = string_if(flags.has(Flags::HAS_DIRECTORY))?;
        let terminal = string_if(flags.has(Flags::HAS_TERMINAL))?;
        Some(Self {
            flags,
            user,
            group,
            program,
            directory,
            terminal,
            descriptors,
            behind,
            argument_count: usize::try_from(argument_count).ok()?,
            strings,
        })
    }

    /// The arguments, and the environment; without one, the child's is the live one of this
    /// process.
    pub fn arguments_and_environment(
        &mut self,
    ) -> (Vec<&'a str>, Option<impl Iterator<Item = &'a str> + use<'a>>) {
        let arguments = self.strings.by_ref().take(self.argument_count).collect();
        let has_environment = self.flags.has(Flags::HAS_ENVIRONMENT);
        let pairs = self.strings.clone().filter(|pair| !pair.is_empty());
        (arguments, has_environment.then_some(pairs))
    }
}

//! The request that crosses the boundary, as JavaScript sees it and as a command.

use napi_derive::napi;
use rt_process::{ChildDescriptor, Command, OtherDescriptors};
use std::ffi::NulError;

/// In `SpawnRequest.descriptors`: the null device.
#[napi]
pub const NULL_DEVICE: i32 = i32::MIN;
/// In `SpawnRequest.descriptors`: not open in the child.
#[napi]
pub const CLOSED: i32 = i32::MIN + 1;
/// In `SpawnRequest.descriptors`: a new pipe, whose other end the outcome holds.
#[napi]
pub const PIPE: i32 = i32::MIN + 2;

/// What is to be started. Strings hold no NUL.
#[napi(object, object_to_js = false)]
pub struct SpawnRequest {
    /// The program: a path, or a name that is looked up in the child's `PATH`.
    pub file: String,
    /// The program's arguments, its own name (`argv[0]`) first.
    pub args: Vec<String>,
    /// The child's environment: `NAME=value` strings joined by NUL. Absent: the live environment of this process.
    pub environment: Option<String>,
    /// The child's working directory. Absent: this process's.
    pub working_directory: Option<String>,
    /// What each descriptor of the child is: a descriptor of this process, or one of the constants `NULL_DEVICE`, `CLOSED`, `PIPE`.
    pub descriptors: Vec<i32>,
    /// Whether the child leads a session of its own.
    pub new_session: bool,
    /// The child's user identity.
    pub uid: Option<i32>,
    /// The child's group identity.
    pub gid: Option<i32>,
}

impl SpawnRequest {
    /// # Errors
    /// When a string holds a NUL byte.
    pub fn to_command(&self) -> Result<Command, NulError> {
        let mut command = Command::new(&self.file)?;
        command.arguments(&self.args)?.new_session(self.new_session);
        if let Some(pairs) = &self.environment {
            command.environment(pairs.split('\0').filter(|pair| !pair.is_empty()))?;
        }
        if let Some(path) = &self.working_directory {
            command.working_directory(path)?;
        }
        // The kernel's identities are unsigned: JavaScript's -1 is 2^32 - 1, as for setuid(2).
        if let Some(id) = self.uid {
            command.user(id.cast_unsigned());
        }
        if let Some(id) = self.gid {
            command.group(id.cast_unsigned());
        }
        command.other_descriptors(OtherDescriptors::Inherited);
        command.descriptors(
            self.descriptors
                .iter()
                .map(|&number| descriptor(number))
                .collect::<Vec<_>>(),
        );
        Ok(command)
    }
}

const fn descriptor(number: i32) -> ChildDescriptor {
    match number {
        NULL_DEVICE => ChildDescriptor::NullDevice,
        CLOSED => ChildDescriptor::Closed,
        PIPE => ChildDescriptor::Pipe,
        number => ChildDescriptor::Inherit(number),
    }
}

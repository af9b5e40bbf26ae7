//! The request that crosses the boundary: a text and numbers, and the command that they say.
//!
//! Not an object: reading or writing a member is a call of Node-API that makes a string of its
//! name, and there would be some twenty of them in each spawn.

use super::{setup, terminal};
use napi_derive::napi;
use rt_process::{ChildDescriptor, Command, OtherDescriptors};

/// In the descriptors of a request: the null device.
#[napi]
pub const NULL_DEVICE: i32 = i32::MIN;
/// In the descriptors of a request: not open in the child.
#[napi]
pub const CLOSED: i32 = i32::MIN + 1;
/// In the descriptors of a request: a new pipe, whose other end the outcome holds.
#[napi]
pub const PIPE: i32 = i32::MIN + 2;
/// In the descriptors of a request: a new channel for messages, whose other end the outcome holds.
#[napi]
pub const CHANNEL: i32 = i32::MIN + 3;

// The flags of a request; `ts/child_process/native/spawn-exchange.ts` names them alike.

/// The child leads a session of its own.
const NEW_SESSION: i32 = 1;
/// The text names a working directory.
const HAS_DIRECTORY: i32 = 2;
/// The text ends with the child's environment, which otherwise is the live one of this process.
const HAS_ENVIRONMENT: i32 = 4;
/// The numbers have the child's user identity.
const HAS_USER: i32 = 8;
/// The numbers have the child's group identity.
const HAS_GROUP: i32 = 16;
/// Behind the descriptors, the numbers say what is set up in the child.
const HAS_SETUP: i32 = 32;
/// The text names the kind of a terminal, and behind the descriptors the numbers say what it is.
const HAS_TERMINAL: i32 = 64;
/// What the child starts stays reachable.
const CONTAINED: i32 = 1 << 23;
/// From this bit on, the number of the signal that the child gets when this process ends; 0: none.
const DEATH_SIGNAL: u32 = 24;

/// What is to be started: the program, the working directory and the kind of a terminal where there
/// is one, the arguments and the environment's `NAME=value` strings, each string ended by NUL. And
/// the numbers: flags, user and group identity, how many arguments and how many descriptors there
/// are, and then what each descriptor of the child is: a descriptor of this process, or one of the
/// constants above; what its terminal is, and at last what is set up in the child.
///
/// `None` when the numbers do not fit the text, or a string holds a NUL of its own, which this
/// package's own calls do not do.
pub(super) fn command(text: &str, numbers: &[i32]) -> Option<Command> {
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
    let (descriptors, rest) = rest.split_at_checked(usize::try_from(descriptor_count).ok()?)?;
    let has = |flag| flags & flag != 0;
    let mut strings = text.strip_suffix('\0')?.split('\0');
    let mut command = Command::new(strings.next()?);
    if has(HAS_DIRECTORY) {
        command.current_dir(strings.next()?);
    }
    let terminal = if has(HAS_TERMINAL) {
        Some(strings.next()?)
    } else {
        None
    };
    let arguments = strings.by_ref().take(usize::try_from(argument_count).ok()?);
    command.arguments(arguments).new_session(has(NEW_SESSION));
    if has(HAS_ENVIRONMENT) {
        command.environment(strings.filter(|pair| !pair.is_empty()));
    } else {
        // SAFETY: `ts/child_process/arguments/live-environment.ts` asks for it only where no other
        // thread can change it.
        unsafe { command.live_environment() };
    }
    // The kernel's identities are unsigned: JavaScript's -1 is 2^32 - 1, as for setuid(2).
    if has(HAS_USER) {
        command.uid(user.cast_unsigned());
    }
    if has(HAS_GROUP) {
        command.gid(group.cast_unsigned());
    }
    command.contain(has(CONTAINED));
    if flags >> DEATH_SIGNAL != 0 {
        command.parent_death_signal(flags >> DEATH_SIGNAL);
    }
    let plan: Vec<_> = descriptors.iter().map(|&number| descriptor(number)).collect();
    command
        .descriptors(plan)
        .other_descriptors(OtherDescriptors::Inherited);
    let rest = match terminal {
        Some(name) => terminal::apply(&mut command, name, rest)?,
        None => rest,
    };
    if has(HAS_SETUP) {
        setup::apply(&mut command, rest)?;
    }
    Some(command)
}

const fn descriptor(number: i32) -> ChildDescriptor {
    match number {
        NULL_DEVICE => ChildDescriptor::NullDevice,
        CLOSED => ChildDescriptor::Closed,
        PIPE => ChildDescriptor::Pipe,
        CHANNEL => ChildDescriptor::Channel,
        // SAFETY: the caller of `child_process` names what it lends to the child, as in Node:
        // JavaScript's descriptors are numbers without an owner, and one that is not open is
        // refused.
        number => unsafe { ChildDescriptor::inherit(number) },
    }
}

//! The command that a request says.

use super::{setup, terminal};
use crate::request::{CHANNEL, CLOSED, Flags, NULL_DEVICE, PIPE, Request};
use rt_process::{ChildDescriptor, Command, OtherDescriptors};

/// `None` when the request is none: see [`Request::read`].
pub(super) fn command(text: &str, numbers: &[i32]) -> Option<Command> {
    let mut request = Request::read(text, numbers)?;
    let flags = request.flags;
    let mut command = Command::new(request.program);
    if let Some(directory) = request.directory {
        command.current_dir(directory);
    }
    let (arguments, environment) = request.arguments_and_environment();
    command
        .arguments(arguments)
        .new_session(flags.has(Flags::NEW_SESSION));
    match environment {
        Some(pairs) => command.environment(pairs),
        // SAFETY: `ts/child_process/arguments/live-environment.ts` asks for it only where no other
        // thread can change it.
        None => unsafe { command.live_environment() },
    };
    // The kernel's identities are unsigned: JavaScript's -1 is 2^32 - 1, as for setuid(2).
    if flags.has(Flags::HAS_USER) {
        command.uid(request.user.cast_unsigned());
    }
    if flags.has(Flags::HAS_GROUP) {
        command.gid(request.group.cast_unsigned());
    }
    command.contain(flags.has(Flags::CONTAINED));
    let death_signal = flags.0 >> Flags::DEATH_SIGNAL;
    if death_signal != 0 {
        command.parent_death_signal(death_signal);
    }
    let plan: Vec<_> = request
        .descriptors
        .iter()
        .map(|&number| descriptor(number))
        .collect();
    command
        .descriptors(plan)
        .other_descriptors(OtherDescriptors::Inherited);
    let rest = match request.terminal {
        Some(name) => terminal::apply(&mut command, name, request.behind)?,
        None => request.behind,
    };
    if flags.has(Flags::HAS_SETUP) {
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

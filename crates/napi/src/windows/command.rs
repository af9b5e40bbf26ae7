//! The command that a request says.

use super::libuv::Libuv;
use crate::errno;
use crate::request::{CHANNEL, CLOSED, Flags, NULL_DEVICE, PIPE, Request};
use rt_process::{ChildDescriptor, Command, SpawnStep};

/// Why a request is refused.
pub(crate) struct BadRequest {
    /// The number of the error, negative.
    pub error: i32,
    pub step: SpawnStep,
}

/// # Errors
/// `EINVAL` when the request is none ([`Request::read`]), `EBADF` for a descriptor that is not
/// open, `ENOTSUP` for an identity, which Node refuses on Windows, too.
pub(crate) fn command(libuv: &Libuv, text: &str, numbers: &[i32]) -> Result<Command, BadRequest> {
    let refused = |error, step| BadRequest { error, step };
    let mut request =
        Request::read(text, numbers).ok_or_else(|| refused(errno::EINVAL, SpawnStep::Execute))?;
    let flags = request.flags;
    if flags.has(Flags::HAS_USER) || flags.has(Flags::HAS_GROUP) {
        return Err(refused(errno::ENOTSUP, SpawnStep::Create));
    }
    let mut command = Command::new(request.program);
    if let Some(directory) = request.directory {
        command.current_dir(directory);
    }
    let (arguments, environment) = request.arguments_and_environment();
    // `ts/child_process/arguments/command-line.ts` has made one command line of them.
    command
        .arguments(arguments)
        .verbatim_arguments(true)
        .detached(flags.has(Flags::NEW_SESSION))
        .hide_window(flags.has(Flags::HIDDEN));
    if let Some(pairs) = environment {
        command.environment(pairs);
    }
    let plan: Option<Vec<_>> = request
        .descriptors
        .iter()
        .map(|&number| descriptor(libuv, number))
        .collect();
    let plan = plan.ok_or_else(|| refused(errno::EBADF, SpawnStep::Descriptors))?;
    command.descriptors(plan);
    Ok(command)
}

/// `None` when a descriptor is not open, or cannot be duplicated.
fn descriptor(libuv: &Libuv, number: i32) -> Option<ChildDescriptor> {
    match number {
        NULL_DEVICE => Some(ChildDescriptor::NullDevice),
        CLOSED => Some(ChildDescriptor::Closed),
        PIPE => Some(ChildDescriptor::Pipe),
        CHANNEL => Some(ChildDescriptor::Channel),
        number => {
            // SAFETY: the caller of `child_process` lends the descriptor to the child, as in Node,
            // and no JavaScript runs before this call returns.
            match unsafe { libuv.handle(number) } {
                Some(handle) => ChildDescriptor::duplicate(handle).ok(),
                // As in libuv: what this process was started without, the child does not get.
                None if number < 3 => Some(ChildDescriptor::Closed),
                None => None,
            }
        }
    }
}

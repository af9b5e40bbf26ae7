//! The environment variables that announce a channel to a child.

use std::env;
use std::ffi::OsString;
use std::os::fd::{BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::io::FdFlags;
use rustix::net::{AddressFamily, SocketType, sockopt};

use super::error::OpenError;
use crate::Format;

const DESCRIPTOR: &str = "RT_CHANNEL_FD";
const PARENT: &str = "RT_CHANNEL_PARENT_PID";
const NODE_DESCRIPTOR: &str = "NODE_CHANNEL_FD";
const SERIALIZATION: &str = "NODE_CHANNEL_SERIALIZATION_MODE";

/// The environment variables that tell a child about its channel: for the programs that this
/// process starts, they are wrong.
///
/// ```
/// # use std::process::Command;
/// let mut command = Command::new("node");
/// for name in rt_ipc::CHANNEL_VARIABLES {
///     command.env_remove(name);
/// }
/// ```
pub const CHANNEL_VARIABLES: [&str; 4] = [DESCRIPTOR, PARENT, NODE_DESCRIPTOR, SERIALIZATION];

/// Whether the descriptor that the environment names has its owner in this process.
static OPENED: AtomicBool = AtomicBool::new(false);

/// What the environment of a child has to say for a channel at `descriptor`, whose parent is this
/// process.
pub(super) fn announce(descriptor: RawFd, format: Format) -> [(&'static str, String); 4] {
    let serialization = match format {
        Format::Newline => "json",
        Format::Length => "advanced",
    };
    [
        (DESCRIPTOR, descriptor.to_string()),
        (PARENT, std::process::id().to_string()),
        (NODE_DESCRIPTOR, descriptor.to_string()),
        (SERIALIZATION, serialization.to_owned()),
    ]
}

/// The channel that the environment names, if it is this process's.
///
/// # Safety
/// As for [`Channel::from_env`](crate::Channel::from_env).
pub(super) unsafe fn open() -> Result<(OwnedFd, Format), OpenError> {
    let (descriptor, format) = announced(parent_pid(), |name| env::var_os(name))?;
    if OPENED.swap(true, Ordering::Relaxed) {
        return Err(OpenError::AlreadyOpened);
    }
    // SAFETY: used for queries and to set FD_CLOEXEC, and only here; for a number that is not open
    // the first query fails.
    let borrowed = unsafe { BorrowedFd::borrow_raw(descriptor) };
    let checked = if is_stream_socket(borrowed) {
        rustix::io::fcntl_setfd(borrowed, FdFlags::CLOEXEC).map_err(|errno| OpenError::Io(errno.into()))
    } else {
        Err(OpenError::NotASocket { descriptor })
    };
    if let Err(error) = checked {
        OPENED.store(false, Ordering::Relaxed);
        return Err(error);
    }
    // SAFETY: it is open, as was just checked; the caller promises that nothing else owns it, and
    // OPENED that it was not taken here before.
    let socket = unsafe { OwnedFd::from_raw_fd(descriptor) };
    Ok((socket, format))
}

/// 0 when the parent is not visible from here: in another namespace, `pid_namespaces(7)`.
fn parent_pid() -> u32 {
    rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get().unsigned_abs())
}

/// What the variables say to a child of `parent`.
fn announced(parent: u32, variable: impl Fn(&str) -> Option<OsString>) -> Result<(RawFd, Format), OpenError> {
    let descriptor = match announced_for(parent, &variable) {
        Ok(descriptor) => descriptor,
        // An unmodified Node.js names no parent: it removes its own variables at its start, so
        // these are from the program that started this process.
        Err(error @ (OpenError::NotAnnounced | OpenError::NotFromParent { .. })) => {
            number(NODE_DESCRIPTOR, variable(NODE_DESCRIPTOR).ok_or(error)?)?
        }
        Err(error) => return Err(error),
    };
    let format = match variable(SERIALIZATION) {
        None => Format::Newline,
        Some(value) if value == "json" => Format::Newline,
        Some(value) if value == "advanced" => Format::Length,
        Some(value) => {
            return Err(OpenError::MalformedVariable {
                name: SERIALIZATION,
                value,
            });
        }
    };
    Ok((descriptor, format))
}

/// The descriptor of the variables that say for whose child they are.
fn announced_for(parent: u32, variable: impl Fn(&str) -> Option<OsString>) -> Result<RawFd, OpenError> {
    let descriptor = variable(DESCRIPTOR).ok_or(OpenError::NotAnnounced)?;
    let announced = variable(PARENT).ok_or(OpenError::NotAnnounced)?;
    let announced = number(PARENT, announced)?.unsigned_abs();
    if announced != parent {
        return Err(OpenError::NotFromParent { announced, parent });
    }
    number(DESCRIPTOR, descriptor)
}

/// A number that is not negative, and a number for the kernel too.
fn number(name: &'static str, value: OsString) -> Result<i32, OpenError> {
    match value.to_str().and_then(|text| text.parse::<i32>().ok()) {
        Some(number) if number >= 0 => Ok(number),
        _ => Err(OpenError::MalformedVariable { name, value }),
    }
}

fn is_stream_socket(descriptor: BorrowedFd<'_>) -> bool {
    sockopt::socket_type(descriptor) == Ok(SocketType::STREAM)
        && rustix::net::getsockname(descriptor).is_ok_and(|name| name.address_family() == AddressFamily::UNIX)
}

/// Takes the variables out of the environment of this process.
///
/// # Safety
/// As for [`std::env::remove_var`]: no other thread may read or write the environment meanwhile.
pub(super) unsafe fn forget() {
    for name in CHANNEL_VARIABLES {
        // SAFETY: the caller's promise.
        unsafe { env::remove_var(name) };
    }
}

#[cfg(test)]
mod tests {
    use super::{DESCRIPTOR, NODE_DESCRIPTOR, PARENT, SERIALIZATION, announce, announced};
    use crate::{Format, OpenError};
    use std::ffi::OsString;

    const PARENT_PID: u32 = 4711;

    fn read(pairs: &[(&str, &str)]) -> Result<(i32, Format), OpenError> {
        announced(PARENT_PID, |wanted| {
            let found = pairs.iter().find(|(name, _)| *name == wanted)?;
            Some(OsString::from(found.1))
        })
    }

    #[test]
    fn a_channel_of_the_parent_is_found() {
        let found = read(&[(DESCRIPTOR, "7"), (PARENT, "4711")]).unwrap();
        assert_eq!(found, (7, Format::Newline));
        let found = read(&[(DESCRIPTOR, "3"), (PARENT, "4711"), (SERIALIZATION, "advanced")]).unwrap();
        assert_eq!(found, (3, Format::Length));
    }

    #[test]
    fn what_was_handed_on_is_refused() {
        let found = read(&[(DESCRIPTOR, "7"), (PARENT, "4712")]);
        assert!(matches!(
            found,
            Err(OpenError::NotFromParent {
                announced: 4712,
                parent: PARENT_PID
            })
        ));
    }

    #[test]
    fn the_channel_of_an_unmodified_node_is_found() {
        let found = read(&[(NODE_DESCRIPTOR, "5"), (SERIALIZATION, "advanced")]).unwrap();
        assert_eq!(found, (5, Format::Length));
        // A parent that is such a Node passes on what another program gave to it.
        let found = read(&[(DESCRIPTOR, "7"), (PARENT, "4712"), (NODE_DESCRIPTOR, "5")]).unwrap();
        assert_eq!(found, (5, Format::Newline));
        // The variables that name their parent come first.
        let found = read(&[(DESCRIPTOR, "7"), (PARENT, "4711"), (NODE_DESCRIPTOR, "5")]).unwrap();
        assert_eq!(found, (7, Format::Newline));
        assert!(matches!(
            read(&[(NODE_DESCRIPTOR, "x")]),
            Err(OpenError::MalformedVariable {
                name: NODE_DESCRIPTOR,
                ..
            })
        ));
    }

    #[test]
    fn variables_that_are_absent_or_malformed_are_told_apart() {
        assert!(matches!(read(&[]), Err(OpenError::NotAnnounced)));
        assert!(matches!(read(&[(DESCRIPTOR, "3")]), Err(OpenError::NotAnnounced)));
        for value in ["", "-1", "x", "3 ", "2147483648"] {
            let found = read(&[(DESCRIPTOR, value), (PARENT, "4711")]);
            assert!(
                matches!(found, Err(OpenError::MalformedVariable { name: DESCRIPTOR, .. })),
                "{value}"
            );
        }
        let found = read(&[(DESCRIPTOR, "3"), (PARENT, "4711"), (SERIALIZATION, "xml")]);
        assert!(matches!(
            found,
            Err(OpenError::MalformedVariable {
                name: SERIALIZATION,
                ..
            })
        ));
    }

    #[test]
    fn what_is_announced_names_this_process() {
        let pairs = announce(5, Format::Length);
        let own = std::process::id().to_string();
        assert!(pairs.contains(&(DESCRIPTOR, "5".to_owned())));
        assert!(pairs.contains(&(PARENT, own)));
        assert!(pairs.contains(&(SERIALIZATION, "advanced".to_owned())));
    }
}

//! The systems that are tested.

use crate::refused_calls::{Refused, always, with_argument};
use rustix::io::Errno;

/// A system: what it refuses, and what its children are watched by.
pub struct System {
    pub name: &'static str,
    pub refused: Vec<Refused>,
    pub watched_by: &'static str,
    /// Whether its processes are made by `posix_spawn(3)`, as on macOS.
    pub posix_spawn: bool,
}

const NO_CLONE3: Refused = always(libc::SYS_clone3, Errno::NOSYS);
const NO_PIDFD_WAIT: Refused = with_argument(libc::SYS_waitid, Errno::INVAL, 0, u32::MAX, libc::P_PIDFD);
const NO_PIDFD_SIGNAL: Refused = always(libc::SYS_pidfd_send_signal, Errno::NOSYS);
const NO_CLONED_PIDFD: Refused = without_flag(Errno::INVAL, libc::CLONE_PIDFD);
const NO_BORROWED_MEMORY: Refused = without_flag(Errno::PERM, libc::CLONE_VFORK);
#[expect(clippy::cast_possible_truncation, reason = "the kernel takes 32 bits of it")]
const NO_PEER_OF_TERMINAL: Refused = with_argument(
    libc::SYS_ioctl,
    Errno::INVAL,
    1,
    u32::MAX,
    libc::TIOCGPTPEER as u32,
);
const PIDFD: &str = "anon_inode:[pidfd]";
/// What watches a child that has no pidfd.
pub const EVENT: &str = "anon_inode:[eventfd]";

/// `clone` with this flag fails.
const fn without_flag(errno: Errno, flag: libc::c_int) -> Refused {
    with_argument(
        libc::SYS_clone,
        errno,
        0,
        flag.unsigned_abs(),
        flag.unsigned_abs(),
    )
}

/// All of them.
pub fn systems() -> Vec<System> {
    let system = |name, refused: &[Refused], watched_by| System {
        name,
        refused: refused.to_vec(),
        watched_by,
        posix_spawn: false,
    };
    #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
    let with_posix_spawn = System {
        posix_spawn: true,
        ..system("posix_spawn", &[NO_PIDFD_WAIT, NO_PIDFD_SIGNAL], EVENT)
    };
    vec![
        system("nothing refused", &[], PIDFD),
        system("no clone3", &[NO_CLONE3], PIDFD),
        system(
            "newer calls not permitted",
            &[
                always(libc::SYS_clone3, Errno::PERM),
                always(libc::SYS_pidfd_send_signal, Errno::PERM),
            ],
            PIDFD,
        ),
        system("no wait by pidfd after clone3", &[NO_PIDFD_WAIT], PIDFD),
        system("no waitid", &[always(libc::SYS_waitid, Errno::NOSYS)], PIDFD),
        system(
            "waitid not permitted",
            &[always(libc::SYS_waitid, Errno::PERM)],
            PIDFD,
        ),
        system(
            "neither waitid nor pidfds",
            &[
                NO_CLONE3,
                always(libc::SYS_waitid, Errno::PERM),
                always(libc::SYS_pidfd_open, Errno::PERM),
            ],
            EVENT,
        ),
        system("no signal by pidfd", &[NO_PIDFD_SIGNAL], PIDFD),
        system(
            "a kernel without pidfds",
            &[NO_CLONE3, NO_PIDFD_WAIT, NO_PIDFD_SIGNAL],
            EVENT,
        ),
        system("no pidfd from clone", &[NO_CLONE3, NO_CLONED_PIDFD], EVENT),
        system("no borrowed memory", &[NO_CLONE3, NO_BORROWED_MEMORY], PIDFD),
        system(
            "neither borrowed memory nor pidfds",
            &[NO_CLONE3, NO_BORROWED_MEMORY, NO_PIDFD_WAIT, NO_PIDFD_SIGNAL],
            EVENT,
        ),
        system(
            "no ranges of descriptors",
            &[always(libc::SYS_close_range, Errno::NOSYS)],
            PIDFD,
        ),
        system("terminals opened by their paths", &[NO_PEER_OF_TERMINAL], PIDFD),
        #[cfg(all(feature = "posix-spawn", target_env = "gnu"))]
        with_posix_spawn,
    ]
}

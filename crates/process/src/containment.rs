//! Children whose descendants stay reachable, whatever becomes of their parents.

use crate::command::Command;
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// By what the descendants of a child are known that was started with
/// [`Command::contain`](crate::Command::contain).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Containment {
    /// By the session that the child leads, by the sessions that they lead, and by a variable of
    /// their environment (`RT_CONTAINED_` and 32 digits, of which each child has its own).
    Session,
}

/// What a contained child is known by.
#[derive(Debug)]
pub(crate) struct Contained {
    /// The name of the variable and `=`.
    mark: Box<[u8]>,
}

impl Contained {
    /// The command that starts such a child.
    ///
    /// # Errors
    /// Those of `getrandom(2)`.
    pub fn prepare(command: &Command) -> Result<(Command, Self), Errno> {
        let name = format!("RT_CONTAINED_{:032x}", random_number()?);
        let mut command = command.clone();
        // The value says nothing: what a program makes of its environment, it copies or leaves out
        // by name.
        command
            .env(OsStr::from_bytes(name.as_bytes()), "1")
            .new_session(true);
        let mark = format!("{name}=").into_bytes().into_boxed_slice();
        Ok((command, Self { mark }))
    }

    /// By what the child's descendants are known.
    #[expect(clippy::unused_self, reason = "there will be other kinds")]
    pub const fn kind(&self) -> Containment {
        Containment::Session
    }

    /// Whether this environment, `NAME=value` strings ended by NUL, has the mark.
    pub fn marks(&self, environment: &[u8]) -> bool {
        environment
            .split(|&byte| byte == 0)
            .any(|pair| pair.starts_with(&self.mark))
    }
}

fn random_number() -> Result<u128, Errno> {
    let mut bytes = [0; 16];
    let mut filled = 0;
    while filled < bytes.len() {
        match getrandom(&mut bytes[filled..], GetRandomFlags::empty()) {
            Ok(count) => filled += count,
            Err(Errno::INTR) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(u128::from_ne_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::Contained;
    use crate::command::Command;

    #[test]
    #[cfg_attr(miri, ignore = "Miri reads no environment")]
    fn each_has_a_mark_of_its_own() {
        let mut command = Command::new("true");
        command.env_clear().env("A", "1");
        let (inner, one) = Contained::prepare(&command).unwrap();
        let (both, other) = Contained::prepare(&inner).unwrap();
        let environment = |command: &Command| {
            let pairs = command.environment.pairs().unwrap();
            pairs
                .iter()
                .flat_map(|pair| pair.to_bytes_with_nul().to_vec())
                .collect::<Vec<u8>>()
        };
        assert!(!one.marks(&environment(&command)));
        assert!(one.marks(&environment(&inner)) && !other.marks(&environment(&inner)));
        assert!(one.marks(&environment(&both)) && other.marks(&environment(&both)));
        let value = [b"A=", &*one.mark, b"1\0"].concat();
        assert!(!one.marks(&value));
    }
}

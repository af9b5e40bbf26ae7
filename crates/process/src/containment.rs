//! Children whose descendants stay reachable, whatever becomes of their parents.

use crate::control_group::ControlGroup;
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

/// By what the descendants of a child are known that was started with
/// [`Command::contain`](crate::Command::contain).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Containment {
    /// By the session that the child leads, by the sessions that they lead, and by a variable of
    /// their environment (`RT_CONTAINED_` and 32 digits, of which each child has its own).
    Session,
    /// By a control group of its own as well, which none of them leaves by itself
    /// (`rt-contained-`, the number of this process and 32 digits, below this process's own group
    /// in the hierarchy of version 2).
    ControlGroup,
}

/// What a contained child is known by.
#[derive(Debug)]
pub(crate) struct Contained {
    /// The name of the variable and `=`.
    mark: Box<[u8]>,
    /// Where this process may make one, and the child was started in it.
    group: Option<Arc<ControlGroup>>,
}

impl Contained {
    /// # Errors
    /// Those of `getrandom(2)`.
    pub fn new() -> Result<Self, Errno> {
        let unique = format!("{:032x}", random_number()?);
        let mark = format!("RT_CONTAINED_{unique}=");
        Ok(Self {
            mark: mark.into_bytes().into_boxed_slice(),
            group: ControlGroup::make(&unique).map(Arc::new),
        })
    }

    /// The name of the variable and `=`.
    pub fn mark(&self) -> &[u8] {
        &self.mark
    }

    /// The name of the variable. Its value says nothing.
    pub fn variable(&self) -> &OsStr {
        OsStr::from_bytes(self.mark.strip_suffix(b"=").unwrap_or_default())
    }

    /// By what the child's descendants are known.
    pub const fn kind(&self) -> Containment {
        match self.group {
            Some(_) => Containment::ControlGroup,
            None => Containment::Session,
        }
    }

    /// The control group, where there is one.
    pub const fn group(&self) -> Option<&Arc<ControlGroup>> {
        self.group.as_ref()
    }

    /// The child is not in the control group: that is not needed.
    pub fn give_up_group(&mut self) {
        self.group = None;
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
    use std::os::unix::ffi::OsStrExt;

    #[test]
    #[cfg_attr(miri, ignore = "Miri may not know getrandom(2)")]
    fn each_has_a_mark_of_its_own() {
        let [one, other] = [(), ()].map(|()| Contained::new().unwrap());
        let name = one.variable().as_bytes();
        let environment = [b"A=1\0", name, b"=1\0B=\0"].concat();
        assert!(one.marks(&environment) && !other.marks(&environment));
        for environment in [&b""[..], name, &[b"A=", name, b"=1\0"].concat()] {
            assert!(!one.marks(environment));
        }
    }
}

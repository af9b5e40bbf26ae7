//! The groups of a child that takes another identity.

use crate::command::Command;

/// What `setgroups(2)` is given, `None` when the groups stay as they are.
///
/// The first place of the list is that of the effective group here, and not of one group more; an
/// empty list makes that the group 0 (`setgroups_internal` of the kernel). So the list begins with
/// the group that the child is to have anyway: its new one, or `effective`, this process's.
pub(super) fn list(command: &Command, effective: u32) -> Option<Vec<u32>> {
    let named = command.setup.as_deref().and_then(|setup| setup.groups.as_deref());
    if named.is_none() && command.user.is_none() && command.group.is_none() {
        return None;
    }
    let first = command.group.unwrap_or(effective);
    let others = named.unwrap_or_default().iter().copied();
    Some(std::iter::once(first).chain(others).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_effective_group_is_the_first() {
        let mut command = Command::new("true");
        assert_eq!(list(&command, 20), None);
        command.uid(501);
        assert_eq!(list(&command, 20), Some(vec![20]));
        command.groups([4, 24]);
        assert_eq!(list(&command, 20), Some(vec![20, 4, 24]));
        command.gid(12);
        assert_eq!(list(&command, 20), Some(vec![12, 4, 24]));
    }
}

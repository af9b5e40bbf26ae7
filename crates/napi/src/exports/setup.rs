//! What is set in a child before its program is executed, as numbers.

use rt_process::{Command, Limit, Resource};

// What the numbers hold; `ts/child_process/native/setup-numbers.ts` names it alike.
const HAS_UMASK: i32 = 1;
const HAS_PRIORITY: i32 = 2;
const HAS_PROCESS_GROUP: i32 = 4;
const HAS_NO_NEW_PRIVILEGES: i32 = 8;
const HAS_GROUPS: i32 = 16;
const HAS_CPUS: i32 = 32;
/// From this bit on: two for each limit, its soft and its hard one.
const FIRST_LIMIT: usize = 8;

/// Takes from the numbers what they hold, and then that in the order of the bits, lists with their
/// length first. `None` when some are missing.
pub(super) fn apply(command: &mut Command, numbers: &[i32]) -> Option<()> {
    let mut numbers = numbers.iter().copied();
    let held = numbers.next()?;
    let has = |flag| held & flag != 0;
    if has(HAS_UMASK) {
        command.umask(numbers.next()?.cast_unsigned());
    }
    if has(HAS_PRIORITY) {
        command.priority(numbers.next()?);
    }
    if has(HAS_PROCESS_GROUP) {
        command.process_group(numbers.next()?);
    }
    if has(HAS_NO_NEW_PRIVILEGES) {
        command.no_new_privileges(true);
    }
    if has(HAS_GROUPS) {
        command.groups(list(&mut numbers)?);
    }
    if has(HAS_CPUS) {
        let cpus = list(&mut numbers)?;
        command.cpu_affinity(
            cpus.into_iter()
                .map(|cpu| usize::try_from(cpu).unwrap_or(usize::MAX)),
        );
    }
    for (position, &resource) in Resource::ALL.iter().enumerate() {
        let bit = FIRST_LIMIT + 2 * position;
        let (has_soft, has_hard) = (has(1 << bit), has(2 << bit));
        if has_soft || has_hard {
            let soft = if has_soft { Some(long(&mut numbers)?) } else { None };
            let hard = if has_hard { Some(long(&mut numbers)?) } else { None };
            command.limit(resource, Limit::new(soft, hard));
        }
    }
    Some(())
}

/// Numbers behind their count. The kernel's identities are unsigned.
fn list(numbers: &mut impl Iterator<Item = i32>) -> Option<Vec<u32>> {
    let count = usize::try_from(numbers.next()?).ok()?;
    let values: Vec<u32> = numbers.take(count).map(i32::cast_unsigned).collect();
    (values.len() == count).then_some(values)
}

/// A number of 64 bits, its upper half first.
fn long(numbers: &mut impl Iterator<Item = i32>) -> Option<u64> {
    let mut half = || numbers.next().map(i32::cast_unsigned).map(u64::from);
    Some(half()? << 32 | half()?)
}

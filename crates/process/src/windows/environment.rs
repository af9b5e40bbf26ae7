//! The child's environment, as a block of strings: sorted without case, as programs expect, and
//! with variables without which parts of Windows fail. libuv adds the same ones
//! (`make_program_env`).

use super::system;
use super::wide::{of, wide, with_nul};
use std::cmp::Ordering;
use std::env;
use std::ffi::OsStr;
use std::os::windows::ffi::OsStrExt;
use windows_sys::Win32::Globalization::{CSTR_EQUAL, CSTR_LESS_THAN, CompareStringOrdinal};
use windows_sys::Win32::System::Environment::GetEnvironmentVariableW;

const EQUALS: u16 = b'=' as u16;

/// Taken from this process when the child's environment lacks them.
const REQUIRED: [&str; 11] = [
    "HOMEDRIVE",
    "HOMEPATH",
    "LOGONSERVER",
    "PATH",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "WINDIR",
];

/// The variables of a child, as `NAME=value`.
#[derive(Clone, Debug, Default)]
pub(super) struct Environment {
    /// `None`: those of this process, when the child is started.
    pairs: Option<Vec<Vec<u16>>>,
}

impl Environment {
    /// These strings, of which the first of a name counts.
    pub fn exactly(pairs: Vec<Vec<u16>>) -> Self {
        Self { pairs: Some(pairs) }
    }

    /// Sets a variable, or takes it out.
    pub fn change(&mut self, name: &OsStr, value: Option<&OsStr>, has_nul: &mut bool) {
        let name = &wide(name, has_nul)[..];
        let value = value.map(|value| wide(value, has_nul));
        let pairs = self.pairs.get_or_insert_with(own);
        pairs.retain(|pair| compare(self::name(pair), name) != Ordering::Equal);
        if let Some(value) = value {
            pairs.push([name, &[EQUALS], &value].concat());
        }
    }

    /// The block that `CreateProcessW` takes; `None` when the child gets this process's.
    pub fn block(&self) -> Option<Vec<u16>> {
        let pairs = self.pairs.as_ref()?;
        Some(block(pairs, own_variable))
    }
}

/// The variables of this process.
fn own() -> Vec<Vec<u16>> {
    env::vars_os()
        .map(|(name, value)| {
            name.encode_wide()
                .chain([EQUALS])
                .chain(value.encode_wide())
                .collect()
        })
        .collect()
}

/// The value that a variable has in this process. Only an empty one is taken for none.
pub(super) fn own_variable(name: &str) -> Option<Vec<u16>> {
    let name = with_nul(&of(name));
    // SAFETY: the name ends with a zero, and the buffer has the size that is given with it.
    system::text(|buffer, size| unsafe { GetEnvironmentVariableW(name.as_ptr(), buffer, size) }).ok()
}

/// The value of `PATH` in a block.
pub(super) fn path(block: &[u16]) -> Option<&[u16]> {
    let path = of("PATH");
    let mut strings = block.split(|unit| *unit == 0);
    let pair = strings.find(|pair| compare(name(pair), &path) == Ordering::Equal)?;
    Some(&pair[path.len() + 1..])
}

/// The pairs that have a name, sorted, the first of each; with those that are missing of the
/// required ones, as `own` knows them.
fn block(pairs: &[Vec<u16>], own: impl Fn(&str) -> Option<Vec<u16>>) -> Vec<u16> {
    let mut sorted: Vec<Vec<u16>> = pairs.iter().filter(|pair| has_name(pair)).cloned().collect();
    for required in REQUIRED {
        // Behind those that were given: the sort keeps the order of equal names.
        if let Some(value) = own(required) {
            sorted.push([&of(required), &[EQUALS][..], &value].concat());
        }
    }
    sorted.sort_by(|a, b| compare(name(a), name(b)));
    sorted.dedup_by(|later, first| compare(name(later), name(first)) == Ordering::Equal);
    let mut block = Vec::new();
    for pair in &sorted {
        block.extend_from_slice(pair);
        block.push(0);
    }
    if sorted.is_empty() {
        // An empty block is a string of its own, with the zero that ends it.
        block.push(0);
    }
    block.push(0);
    block
}

fn has_name(pair: &[u16]) -> bool {
    name(pair).len() < pair.len()
}

/// What stands before the first `=`, but one at the start: `=C:` is the directory of a drive.
fn name(pair: &[u16]) -> &[u16] {
    let found = pair.iter().skip(1).position(|unit| *unit == EQUALS);
    &pair[..found.map_or(pair.len(), |position| position + 1)]
}

/// As Windows compares names: without case, by the numbers of the characters.
fn compare(a: &[u16], b: &[u16]) -> Ordering {
    let [a_length, b_length] = [a, b].map(|text| i32::try_from(text.len()).unwrap_or(i32::MAX));
    // SAFETY: both texts have at least the lengths that are given.
    let result = unsafe { CompareStringOrdinal(a.as_ptr(), a_length, b.as_ptr(), b_length, 1) };
    match result {
        CSTR_LESS_THAN => Ordering::Less,
        CSTR_EQUAL => Ordering::Equal,
        _ => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::super::wide::of;
    use super::{Environment, block, path};
    use std::ffi::OsStr;

    fn strings(pairs: &[&str], own: &[(&str, &str)]) -> Vec<String> {
        let pairs: Vec<_> = pairs.iter().map(|pair| of(pair)).collect();
        let block = block(&pairs, |name| {
            own.iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| of(value))
        });
        assert!(block.ends_with(&[0, 0]));
        let text = String::from_utf16(&block[..block.len() - 2]).unwrap();
        text.split('\0').map(str::to_owned).collect()
    }

    /// The order of libuv's test `environment_creation`: by `CompareStringOrdinal`.
    #[test]
    fn the_block_is_sorted_without_case() {
        let given = [
            "FOO=BAR",
            "SYSTEM=ROOT",
            "SYSTEMROOTED=OMG",
            "found=1",
            "_A=1",
            "Z=2",
            "a=3",
        ];
        let sorted = [
            "a=3",
            "FOO=BAR",
            "found=1",
            "SYSTEM=ROOT",
            "SYSTEMROOTED=OMG",
            "Z=2",
            "_A=1",
        ];
        assert_eq!(strings(&given, &[]), sorted);
    }

    #[test]
    fn the_first_of_a_name_counts() {
        assert_eq!(
            strings(&["Path=1", "PATH=2", "b=x", "B=y"], &[]),
            ["b=x", "Path=1"]
        );
    }

    #[test]
    fn required_variables_are_added_where_they_are_missing() {
        let own = [
            ("SYSTEMROOT", r"C:\windows"),
            ("PATH", "own"),
            ("TEMP", "t"),
            ("A", "never"),
        ];
        assert_eq!(
            strings(&["path=given", "X=1"], &own),
            ["path=given", r"SYSTEMROOT=C:\windows", "TEMP=t", "X=1"]
        );
    }

    #[test]
    fn strings_without_a_name_are_left_out_and_drives_kept() {
        assert_eq!(
            strings(&["novalue", "A=", "=C:=C:\\x", "=D:=D:\\y"], &[]),
            ["=C:=C:\\x", "=D:=D:\\y", "A="]
        );
        assert_eq!(strings(&[], &[]), [""]);
    }

    #[test]
    fn a_change_is_made_without_case() {
        let mut environment = Environment::exactly(vec![of("Name=1"), of("b=2")]);
        environment.change(OsStr::new("NAME"), Some(OsStr::new("3")), &mut false);
        environment.change(OsStr::new("B"), None, &mut false);
        assert_eq!(environment.pairs, Some(vec![of("NAME=3")]));
    }

    #[test]
    fn the_path_is_found_in_the_block() {
        let pairs = [of("Path=C:\\x"), of("PATHEXT=.exe")];
        assert_eq!(path(&block(&pairs, |_| None)), Some(&of("C:\\x")[..]));
        assert_eq!(path(&block(&pairs[1..], |_| None)), None);
    }

    #[test]
    fn an_unchanged_environment_is_no_block() {
        assert!(Environment::default().block().is_none());
    }
}

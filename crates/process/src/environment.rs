//! The child's environment: this process's, or another, and changes to it.

use crate::c_string::c_string;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// What the child's environment is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    base: Base,
    /// By name: a `NAME=value` string, or nothing for a variable that is taken out.
    changes: BTreeMap<OsString, Option<CString>>,
}

#[derive(Clone, Debug, Default)]
enum Base {
    /// This process's at the moment of the spawn, copied under the lock of the standard library.
    #[default]
    Inherited,
    /// The C library's `environ` itself.
    Live,
    /// These strings.
    Exactly(Vec<CString>),
}

impl Environment {
    pub const fn exactly(pairs: Vec<CString>) -> Self {
        Self {
            base: Base::Exactly(pairs),
            changes: BTreeMap::new(),
        }
    }

    pub const fn live() -> Self {
        Self {
            base: Base::Live,
            changes: BTreeMap::new(),
        }
    }

    /// Sets a variable, or takes it out.
    pub fn change(&mut self, name: &OsStr, value: Option<&OsStr>, has_nul: &mut bool) {
        let pair = value.map(|value| c_string(&pair(name, value), has_nul));
        self.changes.insert(name.to_owned(), pair);
    }

    /// The strings for the child; `None` when it is to have `environ` itself.
    pub fn pairs(&self) -> Option<Cow<'_, [CString]>> {
        let base = match &self.base {
            Base::Live if self.changes.is_empty() => return None,
            Base::Inherited | Base::Live => Cow::Owned(inherited()),
            Base::Exactly(pairs) => Cow::Borrowed(pairs.as_slice()),
        };
        if self.changes.is_empty() {
            return Some(base);
        }
        let is_unchanged = |pair: &&CString| !self.changes.contains_key(name_of(pair));
        let unchanged = base.iter().filter(is_unchanged).cloned();
        Some(
            unchanged
                .chain(self.changes.values().flatten().cloned())
                .collect(),
        )
    }
}

/// The name in a `NAME=value` string. As in the standard library, it may begin with an equals sign.
fn name_of(pair: &CStr) -> &OsStr {
    let pair = pair.to_bytes();
    let behind_first = pair.get(1..).unwrap_or_default();
    let end = behind_first.iter().position(|&byte| byte == b'=');
    OsStr::from_bytes(end.map_or(pair, |end| &pair[..=end]))
}

fn inherited() -> Vec<CString> {
    let string = |(name, value): (OsString, OsString)| CString::new(pair(&name, &value).as_bytes());
    // What comes from a C string holds no NUL.
    std::env::vars_os().map(string).filter_map(Result::ok).collect()
}

fn pair(name: &OsStr, value: &OsStr) -> OsString {
    let mut pair = OsString::with_capacity(name.len() + 1 + value.len());
    pair.push(name);
    pair.push("=");
    pair.push(value);
    pair
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_behind_what_is_unchanged() {
        let mut environment = Environment::exactly(vec![c"A=1".into(), c"B=2".into(), c"AB=3".into()]);
        let mut has_nul = false;
        environment.change("A".as_ref(), Some("new".as_ref()), &mut has_nul);
        environment.change("B".as_ref(), None, &mut has_nul);
        environment.change("NOT_THERE".as_ref(), None, &mut has_nul);
        assert_eq!(
            *environment.pairs().unwrap(),
            [c"AB=3".to_owned(), c"A=new".to_owned()]
        );
        assert!(!has_nul);
        environment.change("C".as_ref(), Some("a\0b".as_ref()), &mut has_nul);
        assert!(has_nul);
    }

    #[test]
    fn a_name_may_begin_with_an_equals_sign() {
        let mut environment =
            Environment::exactly(vec![c"=X=1".into(), c"=Y=2".into(), c"=".into(), c"".into()]);
        environment.change("=X".as_ref(), Some("new".as_ref()), &mut false);
        environment.change("".as_ref(), None, &mut false);
        assert_eq!(
            *environment.pairs().unwrap(),
            [c"=Y=2".to_owned(), c"=".to_owned(), c"=X=new".to_owned()]
        );
    }

    #[test]
    fn the_live_environment_is_copied_only_to_be_changed() {
        let mut environment = Environment::live();
        assert!(environment.pairs().is_none());
        environment.change("RT_PROCESS_TEST".as_ref(), Some("1".as_ref()), &mut false);
        assert_eq!(
            environment.pairs().unwrap().last().unwrap().as_c_str(),
            c"RT_PROCESS_TEST=1"
        );
    }
}

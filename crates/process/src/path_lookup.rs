//! Where `execvp(3)` looks for a program.

use std::ffi::{CStr, CString};

/// Searched when the child's environment has no `PATH` (`docs/api/child_process.md`).
const DEFAULT_PATH: &[u8] = b"/usr/bin:/bin";

/// No path is as long as this, the NUL at its end included (`PATH_MAX`).
const LONGEST_PATH: usize = libc::PATH_MAX as usize;

/// The paths to try for `program`, in order. A name with a slash is its own only candidate; an
/// empty element of `PATH` is the working directory (POSIX, "Environment Variables", `PATH`), and
/// one that no path can begin with is skipped, as the C library does. `path` returns the value of
/// `PATH`; it is called only when needed.
pub(crate) fn candidates<'a>(program: &CStr, path: impl FnOnce() -> Option<&'a [u8]>) -> Vec<CString> {
    let name = program.to_bytes();
    if name.is_empty() {
        return Vec::new();
    }
    if name.contains(&b'/') {
        return vec![program.to_owned()];
    }
    path()
        .unwrap_or(DEFAULT_PATH)
        .split(|&byte| byte == b':')
        .filter(|directory| directory.len() < LONGEST_PATH)
        .map(|directory| {
            let mut candidate = Vec::with_capacity(directory.len() + name.len() + 2);
            candidate.extend_from_slice(directory);
            if !directory.is_empty() {
                candidate.push(b'/');
            }
            candidate.extend_from_slice(name);
            CString::new(candidate).expect("a part of a C string and a C string hold no NUL")
        })
        .collect()
}

/// The value of `PATH` among `NAME=value` strings: the first one counts, as for `getenv(3)`.
pub(crate) fn path_of<'a>(mut pairs: impl Iterator<Item = &'a CStr>) -> Option<&'a [u8]> {
    pairs.find_map(|pair| pair.to_bytes().strip_prefix(b"PATH="))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate_names(program: &CStr, path: Option<&[u8]>) -> Vec<String> {
        candidates(program, || path)
            .into_iter()
            .map(|candidate| candidate.into_string().unwrap())
            .collect()
    }

    #[test]
    fn a_name_with_a_slash_is_not_looked_up() {
        assert_eq!(candidate_names(c"./tool", Some(b"/bin")), ["./tool"]);
    }

    #[test]
    fn an_empty_element_is_the_working_directory() {
        assert_eq!(
            candidate_names(c"ls", Some(b"/opt::/bin")),
            ["/opt/ls", "ls", "/bin/ls"]
        );
    }

    #[test]
    fn an_element_that_is_longer_than_any_path_is_passed_over() {
        let long = "x".repeat(LONGEST_PATH);
        let path = format!("{long}:/bin:/{long}");
        assert_eq!(candidate_names(c"ls", Some(path.as_bytes())), ["/bin/ls"]);
    }

    #[test]
    fn without_a_path_the_default_is_searched() {
        assert_eq!(candidate_names(c"ls", None), ["/usr/bin/ls", "/bin/ls"]);
    }

    #[test]
    fn an_empty_name_has_no_candidate() {
        assert!(candidates(c"", || None).is_empty());
    }

    #[test]
    fn the_first_path_of_an_environment_counts() {
        let pairs = [c"PATHX=1", c"PATH=/a", c"PATH=/b"];
        assert_eq!(path_of(pairs.into_iter()), Some(&b"/a"[..]));
    }
}

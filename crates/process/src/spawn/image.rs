//! Everything that the child reads between clone and exec, laid out before: it may not allocate.

use crate::command::Command;
use crate::path_lookup::{candidates, path_of};
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char};
use std::iter;
use std::ptr;

#[cfg(target_os = "linux")]
unsafe extern "C" {
    /// The C library's list of `NAME=value` strings, ended by a null pointer (`environ(7)`).
    static environ: *const *const c_char;
}

/// Null-ended lists of C strings, as `execve(2)` takes them.
pub(super) struct Image<'a> {
    /// The paths to try, in order.
    pub candidates: Vec<*const c_char>,
    /// The program's arguments.
    pub arguments: Vec<*const c_char>,
    /// The environment: a list of its own, or the live one.
    pub environment: *const *const c_char,
    /// `/bin/sh`, a place for the path of a script without `#!`, and the arguments after `argv[0]`:
    /// what `execvp(3)` runs on `ENOEXEC`.
    pub shell_arguments: Vec<*const c_char>,
    candidate_strings: Vec<CString>,
    _environment_list: Option<Vec<*const c_char>>,
    _environment_strings: Option<Cow<'a, [CString]>>,
}

/// Whether a script without `#!` is run by the shell (POSIX, `execvp`). That of musl refuses it,
/// and so do Node and Rust's own `Command` there.
pub(super) const SHELL_RUNS_SCRIPTS: bool = cfg!(not(target_env = "musl"));

/// Where [`Image::shell_arguments`] wants the path of the script.
pub(super) const SCRIPT_ARGUMENT: usize = 1;

impl<'a> Image<'a> {
    /// The pointers are into `command` and into strings of the image: both must outlive the child's
    /// use of them.
    pub fn new(command: &'a Command) -> Self {
        let environment_strings = command.environment.pairs();
        let environment_list = environment_strings.as_deref().map(null_ended);
        let path = || match &environment_strings {
            Some(pairs) => path_of(pairs.iter().map(CString::as_c_str)),
            None => path_of(live_environment()),
        };
        let candidate_strings = candidates(&command.program, path);
        let shell_arguments = iter::once(c"/bin/sh".as_ptr())
            .chain(iter::once(ptr::null()))
            .chain(command.arguments.iter().skip(1).map(|argument| argument.as_ptr()))
            .chain(iter::once(ptr::null()))
            .collect();
        Self {
            candidates: null_ended(&candidate_strings),
            arguments: null_ended(&command.arguments),
            environment: match &environment_list {
                Some(list) => list.as_ptr(),
                // That nobody changes the environment meanwhile is the contract of
                // `Command::live_environment`.
                None => environment(),
            },
            shell_arguments,
            candidate_strings,
            _environment_list: environment_list,
            _environment_strings: environment_strings,
        }
    }

    /// The paths to try, in order.
    pub fn candidate_paths(&self) -> impl Iterator<Item = &[u8]> {
        self.candidate_strings.iter().map(|path| path.to_bytes())
    }
}

fn null_ended(strings: &[CString]) -> Vec<*const c_char> {
    strings
        .iter()
        .map(|string| string.as_ptr())
        .chain(iter::once(ptr::null()))
        .collect()
}

/// The list of this process's `NAME=value` strings.
#[cfg(target_os = "linux")]
fn environment() -> *const *const c_char {
    // SAFETY: reads the pointer itself.
    unsafe { environ }
}

/// The list of this process's `NAME=value` strings. (A library of macOS has no `environ`.)
#[cfg(target_os = "macos")]
fn environment() -> *const *const c_char {
    // SAFETY: the result is always valid, and this reads the pointer itself.
    unsafe { (*libc::_NSGetEnviron()).cast::<*const c_char>() }
}

/// The strings of `environ`, read where they are.
fn live_environment<'a>() -> impl Iterator<Item = &'a CStr> {
    // See `Command::live_environment` for who may change it.
    let mut next = environment();
    iter::from_fn(move || {
        if next.is_null() {
            return None;
        }
        // SAFETY: `next` is not null and points into the list, at or before its ending null
        // pointer.
        let entry = unsafe { *next };
        if entry.is_null() {
            return None;
        }
        // SAFETY: `entry` is not the end, so another one follows, and it is a C string of the
        // environment.
        unsafe {
            next = next.add(1);
            Some(CStr::from_ptr(entry))
        }
    })
}

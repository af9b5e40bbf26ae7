//! Which file a program's name stands for, by libuv's rules (`search_path`): those of `cmd.exe`,
//! but for the variable `PATHEXT`: `.com` and `.exe` are tried, no others.

const BACKSLASH: u16 = b'\\' as u16;
const SLASH: u16 = b'/' as u16;
const COLON: u16 = b':' as u16;
const DOT: u16 = b'.' as u16;
const SEMICOLON: u16 = b';' as u16;
const QUOTES: [u16; 2] = [b'"' as u16, b'\'' as u16];

/// Where a program is looked for.
#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    /// The child's working directory.
    pub directory: &'a [u16],
    /// The value of the child's `PATH`.
    pub path: &'a [u16],
    /// Whether a name without a directory is looked for in the working directory first
    /// (`NeedCurrentDirectoryForExePathW`).
    pub directory_first: bool,
}

impl Search<'_> {
    /// The first candidate that is a file.
    pub fn find(&self, program: &[u16], is_file: &mut dyn FnMut(&[u16]) -> bool) -> Option<Vec<u16>> {
        if program.is_empty() || program == [DOT] {
            return None;
        }
        let start = program
            .iter()
            .rposition(|unit| is_separator(*unit))
            .map_or(0, |last| last + 1);
        let (folder, name) = program.split_at(start);
        if !folder.is_empty() {
            return self.find_in(folder, name, is_file);
        }
        let here = if self.directory_first {
            self.find_in(&[], name, is_file)
        } else {
            None
        };
        here.or_else(|| Folders(self.path).find_map(|folder| self.find_in(folder, name, is_file)))
    }

    /// A name with an extension is tried as it is, and then, as any, with `.com` and `.exe`.
    fn find_in(
        &self,
        folder: &[u16],
        name: &[u16],
        is_file: &mut dyn FnMut(&[u16]) -> bool,
    ) -> Option<Vec<u16>> {
        let dot = name.iter().position(|unit| *unit == DOT);
        let has_extension = dot.is_some_and(|dot| dot + 1 < name.len());
        let extensions = ["", "com", "exe"];
        let tried = if has_extension {
            &extensions[..]
        } else {
            &extensions[1..]
        };
        tried
            .iter()
            .map(|extension| self.candidate(folder, name, extension))
            .find(|candidate| is_file(candidate))
    }

    fn candidate(&self, folder: &[u16], name: &[u16], extension: &str) -> Vec<u16> {
        let (directory, folder) = self.base(folder);
        let mut path = directory.to_vec();
        for part in [folder, name] {
            if path.last().is_some_and(|unit| !is_separator(*unit)) {
                path.push(BACKSLASH);
            }
            path.extend_from_slice(part);
        }
        if !extension.is_empty() {
            if path.last() != Some(&DOT) {
                path.push(DOT);
            }
            path.extend(extension.encode_utf16());
        }
        path
    }

    /// What of the working directory a folder is relative to, and the rest of the folder.
    fn base<'b>(&'b self, folder: &'b [u16]) -> (&'b [u16], &'b [u16]) {
        let directory = self.directory;
        let is_slash = |position: usize| matches!(folder.get(position), Some(&(BACKSLASH | SLASH)));
        let drive = |path: &[u16]| {
            path.first()
                .map(|letter| u8::try_from(*letter).map(|letter| letter.to_ascii_lowercase()))
        };
        if folder.len() > 2 && is_slash(0) && is_slash(1) {
            // A share, `\\server\share`.
            (&[], folder)
        } else if is_slash(0) {
            // Absolute, without a drive: the working directory's.
            (&directory[..directory.len().min(2)], folder)
        } else if folder.get(1) == Some(&COLON) {
            // Relative to the directory of a drive, which is known of one drive only; or absolute.
            let is_relative = !is_slash(2);
            if is_relative && directory.get(1) == Some(&COLON) && drive(directory) == drive(folder) {
                (directory, &folder[2..])
            } else {
                (&[], folder)
            }
        } else {
            (directory, folder)
        }
    }
}

/// The folders of a `PATH`. One in quotes may hold semicolons; empty ones are left out.
struct Folders<'a>(&'a [u16]);

impl<'a> Iterator for Folders<'a> {
    type Item = &'a [u16];

    fn next(&mut self) -> Option<&'a [u16]> {
        loop {
            let first = *self.0.first()?;
            let quoted = if QUOTES.contains(&first) {
                self.0[1..]
                    .iter()
                    .position(|unit| *unit == first)
                    .map_or(self.0.len(), |end| end + 1)
            } else {
                0
            };
            let end = self.0[quoted..].iter().position(|unit| *unit == SEMICOLON);
            let end = end.map_or(self.0.len(), |end| quoted + end);
            let folder = &self.0[..end];
            self.0 = self.0.get(end + 1..).unwrap_or_default();
            if folder.is_empty() {
                continue;
            }
            let folder = if QUOTES.contains(&folder[0]) {
                &folder[1..]
            } else {
                folder
            };
            return Some(match folder.split_last() {
                Some((last, rest)) if QUOTES.contains(last) => rest,
                _ => folder,
            });
        }
    }
}

fn is_separator(unit: u16) -> bool {
    [BACKSLASH, SLASH, COLON].contains(&unit)
}

/// Whether a file is a batch file, which `cmd.exe` runs: by rules of its own for arguments, that
/// cannot be quoted safely. The system ignores dots and spaces at the end of a name.
pub(super) fn is_batch_file(path: &[u16]) -> bool {
    let end = path
        .iter()
        .rposition(|unit| ![DOT, u16::from(b' ')].contains(unit))
        .map_or(0, |last| last + 1);
    let lower: Vec<u16> = path[..end]
        .iter()
        .map(|unit| u8::try_from(*unit).map_or(*unit, |byte| byte.to_ascii_lowercase().into()))
        .collect();
    [".bat", ".cmd"]
        .iter()
        .any(|extension| lower.ends_with(&super::wide::of(extension)))
}

#[cfg(test)]
mod tests {
    use super::super::wide::of;
    use super::{Search, is_batch_file};

    /// All candidates, in their order.
    fn candidates(program: &str, directory: &str, path: &str, directory_first: bool) -> Vec<String> {
        let (directory, path) = (of(directory), of(path));
        let search = Search {
            directory: &directory,
            path: &path,
            directory_first,
        };
        let mut tried = Vec::new();
        let found = search.find(&of(program), &mut |candidate| {
            tried.push(String::from_utf16(candidate).unwrap());
            false
        });
        assert_eq!(found, None);
        tried
    }

    #[test]
    fn a_name_is_looked_for_in_the_directory_and_then_in_the_path() {
        let tried = candidates("tool", r"C:\work", r"C:\a;D:\b\;;rel", true);
        let expected = [
            r"C:\work\tool.com",
            r"C:\work\tool.exe",
            r"C:\a\tool.com",
            r"C:\a\tool.exe",
            r"D:\b\tool.com",
            r"D:\b\tool.exe",
            r"C:\work\rel\tool.com",
            r"C:\work\rel\tool.exe",
        ];
        assert_eq!(tried, expected);
        assert_eq!(candidates("tool", r"C:\work", "", false), [""; 0]);
    }

    #[test]
    fn an_extension_is_tried_as_it_is_first() {
        let tried = candidates("tool.bin", r"C:\", r"C:\a", true);
        let expected = [
            r"C:\tool.bin",
            r"C:\tool.bin.com",
            r"C:\tool.bin.exe",
            r"C:\a\tool.bin",
            r"C:\a\tool.bin.com",
            r"C:\a\tool.bin.exe",
        ];
        assert_eq!(tried, expected);
        // A dot at the end is no extension.
        assert_eq!(
            candidates("tool.", r"C:\", "", true),
            [r"C:\tool.com", r"C:\tool.exe"]
        );
    }

    #[test]
    fn a_path_is_not_searched() {
        let exe =
            |program: &str, directory: &str| candidates(program, directory, r"C:\never", true).pop().unwrap();
        assert_eq!(exe(r"sub\tool", r"C:\work"), r"C:\work\sub\tool.exe");
        assert_eq!(exe("./tool", r"C:\work"), r"C:\work\./tool.exe");
        assert_eq!(exe(r"\bin\tool", r"D:\work"), r"D:\bin\tool.exe");
        assert_eq!(exe(r"\\host\share\tool", r"C:\work"), r"\\host\share\tool.exe");
        assert_eq!(exe(r"E:\bin\tool", r"C:\work"), r"E:\bin\tool.exe");
        assert_eq!(exe(r"c:bin\tool", r"C:\work"), r"C:\work\bin\tool.exe");
        assert_eq!(exe(r"D:bin\tool", r"C:\work"), r"D:bin\tool.exe");
        assert_eq!(exe("C:tool", r"C:\work"), r"C:\work\tool.exe");
    }

    #[test]
    fn a_folder_in_quotes_may_hold_semicolons() {
        let tried = candidates("t.exe", r"C:\w", r#""C:\a;b";'C:\c';"C:\open"#, false);
        let firsts: Vec<_> = tried.iter().step_by(3).collect();
        assert_eq!(firsts, [r"C:\a;b\t.exe", r"C:\c\t.exe", r"C:\open\t.exe"]);
        // libuv reads before the text here.
        assert_eq!(
            candidates("t", r"C:\w", "\"", false),
            [r"C:\w\t.com", r"C:\w\t.exe"]
        );
    }

    #[test]
    fn nothing_is_no_program() {
        assert_eq!(candidates("", r"C:\w", r"C:\a", true), [""; 0]);
        assert_eq!(candidates(".", r"C:\w", r"C:\a", true), [""; 0]);
    }

    #[test]
    fn the_first_file_is_found() {
        let (directory, path) = (of(r"C:\w"), of(r"C:\a;C:\b"));
        let search = Search {
            directory: &directory,
            path: &path,
            directory_first: true,
        };
        let found = search.find(&of("t"), &mut |candidate| candidate == of(r"C:\b\t.com"));
        assert_eq!(found, Some(of(r"C:\b\t.com")));
    }

    #[test]
    fn batch_files_are_known_by_their_names() {
        for name in ["a.bat", "a.CMD", r"C:\x\a.Bat", "a.bat ", "a.cmd. .", ".cmd"] {
            assert!(is_batch_file(&of(name)), "{name}");
        }
        for name in ["a.bat.exe", "abat", "bat", "a.cmd\\x", "", ". ."] {
            assert!(!is_batch_file(&of(name)), "{name}");
        }
    }
}
